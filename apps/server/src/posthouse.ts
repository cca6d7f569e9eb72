import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// As in main.ts: a command is typed, and reads compiled what the server or a command before it has loaded.
enableCompileCache(
  fileURLToPath(new URL('../../../node_modules/.cache/posthouse', import.meta.url)),
)
await import('./operator.ts')
