import type { Refusal } from '@posthouse/contract/refusal'
import type { Exchange } from './exchange.ts'
import { retryHeaders } from './retry-headers.ts'

/** A stream that has begun ends with an error event; everything else gets a status. */
export function refuse({ reply, surface, incoming }: Exchange, refusal: Refusal): void {
  if (reply.headSent) {
    if (reply.isStream) reply.end(surface.errors.event(refusal, incoming.id))
    else reply.destroy()
    return
  }
  const headers = { 'content-type': 'application/json', ...retryHeaders(refusal) }
  const body = surface.errors.body(refusal, incoming.id)
  const status = surface.errors.status?.(refusal) ?? refusal.status
  // What is left of a body that nobody reads must not be taken for the next request.
  const unread = status === 413 || status === 408
  if (unread) reply.sendAndClose(status, headers, body)
  else reply.send(status, headers, body)
}
