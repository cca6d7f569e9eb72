import { enableCompileCache, flushCompileCache } from 'node:module'

// First of all: only what is loaded after it is cached, and a second start reads it compiled. A
// folder that cannot be written is no error: then everything is compiled at every start.
enableCompileCache()
const { serve } = await import('./serve.ts')
await serve()
// Now, because a server that is killed would never write it.
flushCompileCache()
