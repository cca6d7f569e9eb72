import type { ErrorCode } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { isUnavailable } from '../db/database-error.ts'
import { refusalFrom } from '../http/refusal-from.ts'
import type { Exchange } from './exchange.ts'
import { retryHeaders } from '../http/retry-headers.ts'

/** Refusals that leave part of the body unread. */
const unreadAfter: readonly ErrorCode[] = ['request.too-large', 'request.timeout', 'server.memory']

/** Ends a started stream with an error event; otherwise sends a status. */
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
  // The unread rest of a body must not be parsed as the next request.
  const unread = unreadAfter.includes(refusal.code)
  if (unread) reply.sendAndClose(status, headers, body)
  else reply.send(status, headers, body)
}

/** The refusal for a thrown error, including an unavailable database. Null if the client has left. */
export const refusalFor = (error: unknown, requestId: string): Refusal | null =>
  isUnavailable(error)
    ? new Refusal('database.busy', {}, { retryAfterSeconds: 5 })
    : refusalFrom(error, requestId)
