import Stripe from 'stripe'
import type {
  GatewayAccount,
  ConfirmedPayment,
  RawNotice,
  SignedNotice,
  UnreadablePayment,
} from '../../domain/payments/gateway-port.ts'
import { configOf } from './adapter.ts'
import { currencyOf, minorOfNumber, paidFrom } from './amount.ts'
import { numberText, objectOf, textOf } from './ask-gateway.ts'

/** The notices that our endpoint is registered for: paid at once, and paid later (a bank transfer). */
export const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
] as const

const toleranceSeconds = 300

export function readNotice(account: GatewayAccount, notice: RawNotice): SignedNotice | null {
  const event = signedEvent(account, notice)
  if (event === null) return null
  const name = event.type.slice(0, 64)
  const session = objectOf(event.data.object)
  const tradeNo = session?.['object'] === 'checkout.session' ? tradeNoOf(session) : null
  const isPayment = (stripeEvents as readonly string[]).includes(event.type)
  // Sessions of other shops of the same account come here too.
  const paid = session !== null && tradeNo !== null && isPayment ? paidOf(session) : null
  return { paid, tradeNo, event: name }
}

function signedEvent(account: GatewayAccount, notice: RawNotice): Stripe.Event | null {
  const secret = configOf(account, 'webhook_secret')
  const signature = notice.headers['stripe-signature']
  // Signing with an empty secret is open to everybody.
  if (secret === '' || typeof signature !== 'string' || notice.method !== 'POST') return null
  try {
    const event = Stripe.webhooks.constructEvent(
      notice.body,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      notice.receivedAt,
    )
    return typeof event.type === 'string' && objectOf(event.data) !== null ? event : null
  } catch {
    return null
  }
}

/** Null: it is not paid. */
export function paidOf(
  session: Readonly<Record<string, unknown>>,
): ConfirmedPayment | UnreadablePayment | null {
  if (session['payment_status'] !== 'paid') return null
  const { client_reference_id: tradeNo, payment_intent: intent, amount_total: minor } = session
  const gatewayNo = objectOf(intent)?.['id'] ?? intent ?? session['id']
  const { currency } = session
  return paidFrom(
    {
      tradeNo: tradeNoOf(session),
      gatewayNo: numberText(gatewayNo),
      currency: currencyOf(textOf(currency).toUpperCase()),
      minor: minorOfNumber(minor),
    },
    { tradeNo, gatewayNo, currency, minor },
  )
}

/** A payer can choose the reference of a payment link, but no metadata: both have to be ours. */
function tradeNoOf(session: Readonly<Record<string, unknown>>): string | null {
  const reference = numberText(session['client_reference_id'])
  return objectOf(session['metadata'])?.['trade_no'] === reference ? reference : null
}
