import type {
  GatewayAccount,
  PaymentState,
  RefundAnswer,
  RefundRequest,
} from '../../domain/payments/gateway-port.ts'
import type { Clock } from '../../lib/clock.ts'
import { cut } from '../../lib/cut.ts'
import { configOf, type GatewayAdapter } from './adapter.ts'
import { paidState } from './amount.ts'
import {
  anotherOrder,
  askGateway,
  formHeaders,
  type GatewayAnswer,
  gatewayFailed,
  type GatewayParts,
  gatewayUrl,
  objectOf,
  textOf,
  triedGateway,
  withoutSecrets,
} from './ask-gateway.ts'
import { paidOf, readNotice, stripeEvents } from './stripe-notice.ts'

type StripeCall = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
  /** The same for the same intent: a repeat is answered with the first answer. */
  readonly idempotencyKey?: string
}
type StripeClient = (account: GatewayAccount, call: StripeCall) => Promise<GatewayAnswer>

/** Stripe expires no Checkout Session sooner than half an hour after it is made. */
const sessionMinMs = 31 * 60_000

/** Stripe Checkout: a page of Stripe's on which the payer chooses how to pay. */
export const stripe = (parts: GatewayParts): GatewayAdapter => {
  const ask = askStripe(parts)
  return {
    acknowledgement: { status: 200, contentType: 'application/json', body: '{"received":true}' },
    readNotice: (account, notice) => Promise.resolve(readNotice(account, notice)),
    start: start(ask, parts.clock),
    ask: askState(ask),
    refund: refund(ask),
    test: trial(ask),
    register: register(ask),
  }
}

const start =
  (ask: StripeClient, clock: Clock): GatewayAdapter['start'] =>
  async (account, request) => {
    const { tradeNo, money } = request
    const expiresAt = Math.max(request.closesAt, clock.now() + sessionMinMs)
    const answer = await ask(account, {
      method: 'POST',
      path: '/v1/checkout/sessions',
      idempotencyKey: `order-${tradeNo}`,
      form: {
        mode: 'payment',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': money.currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(money.minor),
        'line_items[0][price_data][product_data][name]': request.subject,
        client_reference_id: tradeNo,
        'metadata[trade_no]': tradeNo,
        'metadata[user_id]': String(request.userId),
        'payment_intent_data[metadata][trade_no]': tradeNo,
        success_url: request.returnUrl,
        cancel_url: request.returnUrl,
        expires_at: String(Math.ceil(expiresAt / 1_000)),
      },
    })
    const url = textOf(answer.json['url'])
    const gatewayNo = textOf(answer.json['id'])
    if (!isFine(answer) || !/^https?:\/\//.test(url) || !gatewayNo.startsWith('cs_')) {
      throw gatewayFailed(account, saidBy(answer))
    }
    return { kind: 'redirect', url, gatewayNo }
  }

const askState =
  (ask: StripeClient): GatewayAdapter['ask'] =>
  async (account, { tradeNo, gatewayNo }) => {
    // Without a session nobody was sent to a page to pay on.
    if (gatewayNo === '') return { state: 'pending' }
    const id = encodeURIComponent(gatewayNo)
    const isSession = gatewayNo.startsWith('cs_')
    const path = isSession ? `/${id}` : `?limit=1&payment_intent=${id}`
    const answer = await ask(account, { method: 'GET', path: `/v1/checkout/sessions${path}` })
    if (!isFine(answer)) throw gatewayFailed(account, saidBy(answer))
    const session = isSession ? answer.json : firstOf(answer.json['data'])
    return stateOf(account, session, tradeNo)
  }

const refund =
  (ask: StripeClient): GatewayAdapter['refund'] =>
  async (account, wanted: RefundRequest) => {
    const answer = await ask(account, {
      method: 'POST',
      path: '/v1/refunds',
      idempotencyKey: `refund-${wanted.refundNo}`,
      form: {
        payment_intent: wanted.gatewayNo,
        amount: String(wanted.money.minor),
        'metadata[trade_no]': wanted.tradeNo,
        'metadata[reason]': cut(wanted.reason, 400),
      },
    })
    if (!isFine(answer)) return refusalOf(account, answer)
    const id = textOf(answer.json['id'])
    if (textOf(answer.json['status']) !== 'pending') return refundOf(account, answer)
    // A repeat gets the first answer again, so where it stands now is asked for.
    const path = `/v1/refunds/${encodeURIComponent(id)}`
    return refundOf(account, await ask(account, { method: 'GET', path }))
  }

const trial =
  (ask: StripeClient): GatewayAdapter['test'] =>
  (account) =>
    triedGateway(async () => {
      const answer = await ask(account, { method: 'GET', path: '/v1/balance' })
      if (isFine(answer)) return { verdict: 'works', said: '' }
      const said = withoutSecrets(saidBy(answer), account)
      return { verdict: answer.status === 401 ? 'credentials' : 'unknown', said }
    })

const register =
  (ask: StripeClient): GatewayAdapter['register'] =>
  async (account, notifyUrl) => {
    const before = await endpointsAt(account, notifyUrl, ask)
    const answer = await ask(account, {
      method: 'POST',
      path: '/v1/webhook_endpoints',
      form: {
        url: notifyUrl,
        ...Object.fromEntries(stripeEvents.map((name, at) => [`enabled_events[${at}]`, name])),
      },
    })
    const secret = textOf(answer.json['secret'])
    if (!isFine(answer) || secret === '') throw gatewayFailed(account, saidBy(answer))
    // Their secrets are lost. One that stays only sends notices that are refused.
    for (const id of before.slice(0, 5)) {
      const path = `/v1/webhook_endpoints/${encodeURIComponent(id)}`
      await ask(account, { method: 'DELETE', path }).catch(() => undefined)
    }
    return { webhook_secret: secret }
  }

const askStripe =
  (parts: GatewayParts): StripeClient =>
  async (account, { method, path, form, idempotencyKey }) => {
    const secretKey = configOf(account, 'secret_key')
    if (!/^[\w-]+$/.test(secretKey)) throw gatewayFailed(account, 'its secret key is not set')
    const headers = {
      authorization: `Bearer ${secretKey}`,
      ...(form === undefined ? {} : formHeaders),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }
    const body = form === undefined ? null : new URLSearchParams(form).toString()
    const url = gatewayUrl(account, 'address', path)
    return askGateway(account, { url, method, headers, body }, parts)
  }

function stateOf(account: GatewayAccount, session: unknown, tradeNo: string): PaymentState {
  const found = objectOf(session)
  if (found?.['client_reference_id'] !== tradeNo) {
    throw gatewayFailed(account, anotherOrder)
  }
  const paid = paidOf(found)
  if (paid !== null) return paidState(paid)
  return { state: found['status'] === 'expired' ? 'closed' : 'pending' }
}

function refundOf(account: GatewayAccount, answer: GatewayAnswer): RefundAnswer {
  const status = textOf(answer.json['status'])
  if (isFine(answer) && status === 'succeeded') return { state: 'refunded' }
  const isOver = isFine(answer) && (status === 'failed' || status === 'canceled')
  const reason = withoutSecrets(
    textOf(answer.json['failure_reason']) || status || saidBy(answer),
    account,
  )
  return isOver ? { state: 'refused', reason, isOfNumber: true } : { state: 'unknown', reason }
}

function refusalOf(account: GatewayAccount, answer: GatewayAnswer): RefundAnswer {
  if (objectOf(answer.json['error'])?.['code'] === 'charge_already_refunded') {
    return { state: 'refunded' }
  }
  const reason = withoutSecrets(saidBy(answer), account)
  const isOpen = answer.status === 409 || answer.status === 429
  return { state: isOpen ? 'unknown' : 'refused', reason }
}

async function endpointsAt(
  account: GatewayAccount,
  url: string,
  ask: StripeClient,
): Promise<string[]> {
  const answer = await ask(account, { method: 'GET', path: '/v1/webhook_endpoints?limit=100' })
  if (!isFine(answer)) throw gatewayFailed(account, saidBy(answer))
  const { data } = answer.json
  return (Array.isArray(data) ? data : [])
    .map(objectOf)
    .filter((endpoint) => endpoint?.['url'] === url)
    .map((endpoint) => textOf(endpoint?.['id']))
    .filter((id) => id !== '')
}

const isFine = ({ status }: GatewayAnswer): boolean => status >= 200 && status < 300

const saidBy = ({ status, json }: GatewayAnswer): string =>
  textOf(objectOf(json['error'])?.['message']) || `HTTP ${status}`

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)
