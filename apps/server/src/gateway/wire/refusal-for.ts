import { Refusal } from '@posthouse/contract/refusal'
import { isUnavailable } from '../../db/database-error.ts'
import { refusalFrom } from '../../http/refusal-from.ts'

/** What a thrown thing is to its client, a database that is away included. Null: the client is gone. */
export const refusalFor = (error: unknown, requestId: string): Refusal | null =>
  isUnavailable(error)
    ? new Refusal('database.busy', {}, { retryAfterSeconds: 5 })
    : refusalFrom(error, requestId)
