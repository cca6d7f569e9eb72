import { Refusal } from '@posthouse/contract/refusal'
import { LedgerUnavailable } from '@posthouse/ledger/writer'
import { isUnavailable } from '../db/database-error.ts'
import { ClientGone } from './read-bytes.ts'

/**
 * What a thrown thing is to its client: a refusal as it is, a database that is away, or a bug by the id of its request alone. Null: the
 * client is gone, which is no bug, and there is nobody to tell.
 */
export function refusalFrom(error: unknown, requestId: string): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof ClientGone) return null
  if (error instanceof LedgerUnavailable) {
    return new Refusal('ledger.unavailable', {}, { retryAfterSeconds: 5 })
  }
  if (isUnavailable(error)) return new Refusal('database.busy', {}, { retryAfterSeconds: 5 })
  return new Refusal('server.error', { request: requestId })
}
