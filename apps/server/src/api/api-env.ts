import type { HttpBindings } from '@hono/node-server'
import type { Incoming } from '../http/incoming.ts'

/** Facts of the connection that app.ts hands over. */
export type ApiEnv = {
  Bindings: HttpBindings & { exchange: Incoming }
  Variables: { message?: string }
}
