import type { HttpBindings } from '@hono/node-server'
import type { Incoming } from '../http/incoming.ts'

/** What app.ts tells the console's calls of the connection. */
export type ApiEnv = {
  Bindings: HttpBindings & { exchange: Incoming }
  Variables: { message?: string }
}
