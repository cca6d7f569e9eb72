import { Refusal } from '@posthouse/contract/refusal'
import { ClientGone } from './read-bytes.ts'

/**
 * What a thrown thing is to its client: a refusal as it is, a bug by the id of its request alone. Null: the
 * client is gone, which is no bug, and there is nobody to tell.
 */
export function refusalFrom(error: unknown, requestId: string): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof ClientGone) return null
  return new Refusal('server.error', { request: requestId })
}
