import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// First of all: only what is loaded after it is cached, and a second start reads it compiled. The
// folder is the installation's own: what lies in a shared one could be somebody else's code. One
// that cannot be written is no error: then everything is compiled at every start.
enableCompileCache(
  fileURLToPath(new URL('../../../node_modules/.cache/posthouse', import.meta.url)),
)
const { serve } = await import('./serve.ts')
await serve()
// Now, because a server that is killed would never write it.
flushCompileCache()
