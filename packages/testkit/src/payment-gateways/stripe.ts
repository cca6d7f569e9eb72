import Stripe from 'stripe'
import {
  type Answer,
  type Asked,
  deliver,
  formOf,
  type GatewayMode,
  type GatewayServer,
  type NoticeAnswer,
  openGatewayServer,
  payPage,
} from './gateway-server.ts'

type Fields = Readonly<Record<string, string>>

export type StripeSession = {
  readonly id: string
  readonly object: 'checkout.session'
  readonly url: string
  readonly client_reference_id: string
  readonly metadata: Fields
  readonly amount_total: number
  readonly currency: string
  readonly success_url: string
  readonly expires_at: number
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
}

type Endpoint = { readonly id: string; readonly url: string; readonly secret: string }
type Refund = { readonly id: string; readonly payment_intent: string; status: string }

type SignedEvent = { readonly body: string; readonly signature: string }

type EventChanges = {
  readonly type?: string
  readonly session?: Readonly<Record<string, unknown>>
  readonly secret?: string
  /** Time of the signature, in epoch seconds. */
  readonly timestamp?: number
}

export type StripeStandIn = GatewayServer & {
  readonly secretKey: string
  readonly config: Fields
  readonly sessions: ReadonlyMap<string, StripeSession>
  readonly endpoints: readonly Endpoint[]
  /** The status of new refunds; `succeeded` by default. */
  refundStatus: string
  readonly refunds: readonly Refund[]
  /** Marks a session as paid and notifies every endpoint. */
  pay(sessionId: string): Promise<NoticeAnswer[]>
  /** A signed event, not sent. */
  event(sessionId: string, changes?: EventChanges): SignedEvent
}

class Stand {
  readonly secretKey = 'sk_test_canary'
  readonly sessions = new Map<string, StripeSession>()
  readonly refunds: Refund[] = []
  readonly endpoints: Endpoint[] = []
  refundStatus = 'succeeded'
  mode: GatewayMode = 'answers'
  config: Fields = {}
  readonly #answers = new Map<string, Answer>()
  #endpointCount = 0

  async answer(asked: Asked): Promise<Answer> {
    const { method, url, headers } = asked
    const page = /^\/pay\/(\w+)$/.exec(url.pathname)
    if (page !== null) return this.#page(method, page[1] ?? '')
    if (headers.authorization !== `Bearer ${this.secretKey}`) {
      return fault(401, `Invalid API Key provided: ${headers.authorization}`, 'invalid_api_key')
    }
    const key = headers['idempotency-key']
    const before = typeof key === 'string' ? this.#answers.get(key) : undefined
    if (before !== undefined) return before
    const told = this.#api(asked)
    if (typeof key === 'string') this.#answers.set(key, told)
    return told
  }

  #api({ method, url, headers, body }: Asked): Answer {
    const form = formOf(body)
    const [, , area = '', ...rest] = url.pathname.split('/')
    const id = rest.at(-1) ?? ''
    if (area === 'balance') return { json: { object: 'balance', available: [] } }
    if (area === 'webhook_endpoints') return this.#webhooks(method, id, form)
    if (area === 'refunds') return method === 'POST' ? this.#refund(form) : this.#refundBy(id)
    if (area !== 'checkout') return fault(404, 'Unrecognized request URL')
    if (method === 'POST') return this.#create(form, headers.host ?? '')
    if (id === 'sessions') return this.#list(url.searchParams.get('payment_intent'))
    const session = this.sessions.get(id)
    return session === undefined
      ? fault(404, `No such checkout.session: '${id}'`, 'resource_missing')
      : { json: session }
  }

  #create(form: Fields, host: string): Answer {
    const amount = Number(form['line_items[0][price_data][unit_amount]'])
    const expiresAt = Number(form['expires_at'])
    if (form['mode'] !== 'payment' || !(amount >= 50)) {
      return fault(400, 'The amount is too small', 'amount_too_small')
    }
    if (!(expiresAt >= Date.now() / 1_000 + 1_800)) return fault(400, 'expires_at is too early')
    const id = `cs_test_${this.sessions.size + 1}`
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      url: `http://${host}/pay/${id}`,
      client_reference_id: form['client_reference_id'] ?? '',
      metadata: {
        trade_no: form['metadata[trade_no]'] ?? '',
        user_id: form['metadata[user_id]'] ?? '',
      },
      amount_total: amount * Number(form['line_items[0][quantity]']),
      currency: form['line_items[0][price_data][currency]'] ?? '',
      success_url: form['success_url'] ?? '',
      expires_at: expiresAt,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
    }
    this.sessions.set(id, session)
    return { json: { ...session } }
  }

  #list(intent: string | null): Answer {
    const data = [...this.sessions.values()].filter((one) => one.payment_intent === intent)
    return { json: { object: 'list', data } }
  }

  #refund(form: Fields): Answer {
    const intent = form['payment_intent'] ?? ''
    const session = [...this.sessions.values()].find((one) => one.payment_intent === intent)
    if (session === undefined) return fault(404, `No such payment_intent: '${intent}'`)
    if (this.refunds.some((one) => one.payment_intent === intent && one.status !== 'failed')) {
      return fault(400, 'Charge has already been refunded.', 'charge_already_refunded')
    }
    if (Number(form['amount']) > session.amount_total) return fault(400, 'Refund is too large')
    const id = `re_${this.refunds.length + 1}`
    const refund: Refund = { id, payment_intent: intent, status: this.refundStatus }
    this.refunds.push(refund)
    return { json: { ...refund } }
  }

  #refundBy(id: string): Answer {
    const refund = this.refunds.find((one) => one.id === id)
    return refund === undefined ? fault(404, 'No such refund') : { json: refund }
  }

  #webhooks(method: string, id: string, form: Fields): Answer {
    if (method === 'GET') {
      return {
        json: {
          object: 'list',
          data: this.endpoints.map(({ id: one, url }) => ({ id: one, url })),
        },
      }
    }
    if (method === 'DELETE') {
      const at = this.endpoints.findIndex((one) => one.id === id)
      if (at >= 0) this.endpoints.splice(at, 1)
      return { json: { id, deleted: true } }
    }
    this.#endpointCount += 1
    const endpoint = {
      id: `we_${this.#endpointCount}`,
      url: form['url'] ?? '',
      secret: `whsec_canary_${this.#endpointCount}`,
    }
    this.endpoints.push(endpoint)
    return { json: endpoint }
  }

  async #page(method: string, id: string): Promise<Answer> {
    const session = this.#session(id)
    if (method !== 'POST') {
      return payPage(`/pay/${id}`, 'Checkout', `${session.amount_total} ${session.currency}`)
    }
    await this.pay(id)
    return { goTo: session.success_url }
  }

  #session(id: string): StripeSession {
    const session = this.sessions.get(id)
    if (session === undefined) throw new Error(`no session ${id}`)
    return session
  }

  async pay(id: string): Promise<NoticeAnswer[]> {
    const session = this.#session(id)
    session.status = 'complete'
    session.payment_status = 'paid'
    session.payment_intent ??= `pi_${id.slice(3)}`
    return Promise.all(
      this.endpoints.map(({ url, secret }) => {
        const { body, signature } = this.event(id, { secret })
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
        return deliver(url, { method: 'POST', headers, body })
      }),
    )
  }

  event(id: string, changes: EventChanges = {}): SignedEvent {
    const { type = 'checkout.session.completed', session = {}, timestamp } = changes
    const body = JSON.stringify({
      id: `evt_${id}`,
      object: 'event',
      type,
      data: { object: { ...this.#session(id), ...session } },
    })
    const secret = changes.secret ?? this.endpoints.at(-1)?.secret ?? ''
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      ...(timestamp === undefined ? {} : { timestamp }),
    } as Parameters<typeof Stripe.webhooks.generateTestHeaderString>[0])
    return { body, signature }
  }
}

const fault = (status: number, message: string, code: string | null = null): Answer => ({
  status,
  json: { error: { type: 'invalid_request_error', message, code } },
})

/** Stripe's API and its payment page. */
export async function openStripe(): Promise<StripeStandIn> {
  const stand = new Stand()
  const server = await openGatewayServer(
    (asked) => stand.answer(asked),
    () => stand.mode,
  )
  const { address, [Symbol.asyncDispose]: close } = server
  stand.config = { secret_key: stand.secretKey, webhook_secret: '', address }
  return Object.assign(stand, { address, [Symbol.asyncDispose]: close })
}
