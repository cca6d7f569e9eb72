import type { ErrorCode } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { isUnavailable } from '../db/database-error.ts'
import { refusalFrom } from '../http/refusal-from.ts'
import type { Exchange } from './exchange.ts'
import { retryHeaders } from '../http/retry-headers.ts'

/** Refusals in the middle of a body. */
const unreadAfter: readonly ErrorCode[] = ['request.too-large', 'request.timeout', 'server.memory']

/** A stream that has begun ends with an error event; everything else gets a status. */
export function refuse(exchange: Exchange, refusal: Refusal): void {
  const { reply, surface, incoming, language } = exchange
  const asked = { requestId: incoming.id, language, sequence: reply.sequence }
  if (reply.headSent) {
    if (reply.isStream) reply.end(surface.errors.event(refusal, asked))
    else reply.destroy()
    return
  }
  const headers = { 'content-type': 'application/json', ...retryHeaders(refusal) }
  const body = surface.errors.body(refusal, asked)
  const status = surface.errors.status?.(refusal) ?? refusal.status
  // The rest of a body that nobody reads must not be taken for the next request.
  const unread = unreadAfter.includes(refusal.code)
  if (unread) reply.sendAndClose(status, headers, body)
  else reply.send(status, headers, body)
}

/** What a thrown thing is to its client, a database that is away included. Null: the client is gone. */
export const refusalFor = (error: unknown, requestId: string): Refusal | null =>
  isUnavailable(error)
    ? new Refusal('database.busy', {}, { retryAfterSeconds: 5 })
    : refusalFrom(error, requestId)
