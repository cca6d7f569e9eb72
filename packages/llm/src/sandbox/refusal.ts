import type { Dialect } from '../dialects.ts'
import { jsonScript, type Script } from './script.ts'

/** A refusal of the sandbox, in the words of the dialect. */
export const refusal = (dialect: Dialect, status: number, message: string): Script =>
  jsonScript(
    status,
    JSON.parse(
      dialect.asServer.failure({
        kind: status === 404 ? 'not-found' : 'invalid-request',
        message,
        code: null,
        parameter: null,
      }),
    ),
  )
