import { Refusal } from '@posthouse/contract/refusal'
import type { Outcome } from '../exchange.ts'
import type { Forwarding } from './forwarding.ts'
import { refuse } from '../refuse.ts'

/** Ends a call after a bug of ours once an upstream was reached: the client is told, and delivered output is charged. */
export function afterBug(forwarding: Forwarding, bug: unknown): Outcome {
  const { parts, exchange, request, delivered, passage, keeper, attempts } = forwarding
  const { id } = exchange.incoming
  parts.log.error({ request: id, error: bug }, 'a request met a bug')
  forwarding.keepAlive.stop()
  const anythingDelivered = request.stream
    ? delivered.anything
    : exchange.reply.headSent || keeper?.saved === true
  const refusal = new Refusal('server.error', { request: id })
  const isTold = attemptTo(() => {
    refuse(exchange, refusal)
    return true
  })
  // A client that cannot be told must not be left waiting.
  if (isTold === null) exchange.reply.destroy()
  const heard = attemptTo(() => passage?.heard) ?? null
  return {
    kind: 'server-failed',
    candidate: forwarding.candidate,
    reported: attemptTo(() => passage?.reported) ?? null,
    heard,
    tier: { said: heard?.tier ?? null, asked: request.tier },
    requestSent: true,
    anythingDelivered,
    delivered,
    attempts,
    firstContentMs: forwarding.firstContentMs,
    refusal,
    deliver: null,
    run: forwarding.run,
  }
}

/** A second bug must not prevent the settlement. */
function attemptTo<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}
