import Stripe from 'stripe'
import type {
  GatewayAccount,
  Paid,
  RawNotice,
  SignedNotice,
} from '../../domain/payments/gateway-port.ts'
import { configOf } from './adapter.ts'
import { currencyOf, minorOfNumber } from './amount.ts'
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
  const isSession = session?.['object'] === 'checkout.session'
  const isOurs = (stripeEvents as readonly string[]).includes(event.type)
  return {
    paid: isSession && isOurs ? paidOf(session) : null,
    tradeNo: isSession ? tradeNoOf(session) : null,
    event: name,
  }
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

/** Null: it is not paid, or not by us. */
export function paidOf(session: Readonly<Record<string, unknown>>): Paid | null {
  if (session['payment_status'] !== 'paid') return null
  const tradeNo = tradeNoOf(session)
  const intent = session['payment_intent']
  const gatewayNo = numberText(objectOf(intent)?.['id'] ?? intent ?? session['id'])
  const minor = minorOfNumber(session['amount_total'])
  const currency = currencyOf(textOf(session['currency']).toUpperCase())
  if (tradeNo === null || gatewayNo === null || minor === null || currency === null) return null
  return { tradeNo, gatewayNo, money: { currency, minor } }
}

/** A payer can choose the reference of a payment link, but no metadata: both have to be ours. */
function tradeNoOf(session: Readonly<Record<string, unknown>>): string | null {
  const reference = numberText(session['client_reference_id'])
  return objectOf(session['metadata'])?.['trade_no'] === reference ? reference : null
}
