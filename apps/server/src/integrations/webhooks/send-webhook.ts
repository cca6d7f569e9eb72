import type { Clock } from '../../lib/clock.ts'
import type { Deliver, Delivery, Message } from '../../domain/outbox/message.ts'
import type { WebhookTarget } from '../../domain/settings/webhook-target.ts'
import { type Opening, type Transport, TransportError } from '../../upstream/transport/transport.ts'
import { signatureOf } from './signature.ts'

export type WebhookParts = {
  readonly transport: Transport
  /** Asked at every attempt. */
  readonly target: () => WebhookTarget | null
  readonly clock: Pick<Clock, 'now'>
}

const totalMs = 15_000

/** Posts messages to the operator's address. */
export function createWebhookSender({ transport, target, clock }: WebhookParts): Deliver {
  return async (message) => {
    const to = target()
    if (to === null) return { outcome: 'wait', reason: 'no webhook is set' }
    const opening = post(message, to, { transport, now: clock.now() })
    const limit = setTimeout(() => opening.abort(), totalMs)
    try {
      return verdictOn((await opening.reply).status)
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      return { outcome: 'again', reason: error.fault }
    } finally {
      clearTimeout(limit)
      opening.abort()
    }
  }
}

function post(
  message: Message,
  { url, secret, privateAllowed }: WebhookTarget,
  { transport, now }: { readonly transport: Transport; readonly now: number },
): Opening {
  const { id } = message
  const body = bodyOf(message)
  const timestamp = Math.floor(now / 1_000)
  return transport.open({
    url: new URL(url),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'posthouse',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf({ id, timestamp, body }, secret),
    },
    body: Buffer.from(body),
    proxy: '',
    privateAllowed,
    timeouts: { headersMs: totalMs, idleMs: totalMs },
  })
}

/** The payload as it was written, so that its bytes stay the same. */
const bodyOf = ({ kind, payload, at }: Message): string =>
  `{"type":${JSON.stringify(kind)},"timestamp":"${new Date(at).toISOString()}","data":${payload}}`

/** 410 is the standard's word for "never again"; whatever else a receiver says may be mended. */
function verdictOn(status: number): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'delivered' }
  const reason = `it answered ${status}`
  return { outcome: status === 410 ? 'never' : 'again', reason }
}
