import type { Currency, GatewayType } from '@posthouse/contract/gateway-fields'
import type { ServiceTrial } from '@posthouse/contract/setting'

/** An amount in the smallest unit of its currency: fen, cents. */
export type Money = { readonly currency: Currency; readonly minor: bigint }

/** A payment gateway with its secrets in clear, just before it is used. */
export type GatewayAccount = {
  readonly type: GatewayType
  /** Of a gateway whose notices name none. */
  readonly currency: Currency
  /** By the names of `gatewayFields`; a missing one is empty. */
  readonly config: Readonly<Record<string, string>>
  /** Whether its address may be in a private network. */
  readonly privateAllowed: boolean
}

/** What a payment is asked for with. */
export type PaymentRequest = {
  /** Ours, of letters and digits, at most 32. */
  readonly tradeNo: string
  readonly money: Money
  /** What the payer reads. */
  readonly subject: string
  readonly notifyUrl: string
  /** Where the browser comes back to. */
  readonly returnUrl: string
  /** When we close the order, in epoch milliseconds. */
  readonly closesAt: number
  readonly userId: bigint
}

/** How the payer goes on. */
export type PaymentStart = (
  | { readonly kind: 'redirect'; readonly url: string }
  /** Posted by a form of the browser. */
  | {
      readonly kind: 'form'
      readonly url: string
      readonly fields: Readonly<Record<string, string>>
    }
  | { readonly kind: 'qr'; readonly text: string }
) & {
  /** What the gateway calls the payment, where `ask` needs it (Stripe's session). */
  readonly gatewayNo?: string
}

/** An order that the gateway has the money of. */
export type ConfirmedPayment = {
  readonly tradeNo: string
  /** The gateway's own number. */
  readonly gatewayNo: string
  readonly money: Money
}

/** A notice as it came: signatures are of these bytes. */
export type RawNotice = {
  readonly method: 'GET' | 'POST'
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** A payment that the gateway tells of in a way that we cannot read: the field, and what is in it. */
export type UnreadablePayment = { readonly unreadable: string }

/**
 * A notice that the gateway signed. `paid` is null: it tells of something else, which is acknowledged and left. What is
 * unreadable is refused, so that it comes again.
 */
export type SignedNotice = {
  readonly paid: ConfirmedPayment | UnreadablePayment | null
  /** The order that it is about, paid or not; null: none. */
  readonly tradeNo: string | null
  /** For the order's history: the event's name or the state of the trade. */
  readonly event: string
}

export type PaymentState =
  | { readonly state: 'paid'; readonly paid: ConfirmedPayment }
  | ({ readonly state: 'unreadable' } & UnreadablePayment)
  | { readonly state: 'pending' }
  /** The gateway takes no payment for it any more. */
  | { readonly state: 'closed' }

export type RefundRequest = {
  readonly tradeNo: string
  readonly gatewayNo: string
  /** Ours, the same when it is asked again. */
  readonly refundNo: string
  /** All of what was paid. */
  readonly money: Money
  readonly reason: string
}

/** What the gateway said of a refund. `refused` means that this request moved no money; `unknown` may be asked again with the same number. */
export type RefundAnswer =
  | { readonly state: 'refunded' }
  | {
      readonly state: 'refused'
      readonly reason: string
      /** The refund with this number has ended: no earlier request moves money any more. */
      readonly isOfNumber?: true
    }
  | { readonly state: 'unknown'; readonly reason: string }

/**
 * Speaks to payment gateways. Whatever one answers (nothing, HTML, an error), calls that ask it reject with the refusal
 * `payment.gateway-failed` (`said`: its words, cut, without secrets) within a bounded time.
 */
export type PaymentGatewayPort = {
  readonly start: (account: GatewayAccount, request: PaymentRequest) => Promise<PaymentStart>
  /** Null: not signed by this gateway, or the secret that its signature is checked with is empty. Never rejects for a notice that is malformed. */
  readonly readNotice: (account: GatewayAccount, notice: RawNotice) => Promise<SignedNotice | null>
  /** What the gateway takes for "received"; every other answer makes it tell again. */
  readonly acknowledgement: (type: GatewayType) => {
    readonly status: number
    readonly contentType: string
    readonly body: string
  }
  readonly ask: (
    account: GatewayAccount,
    order: { readonly tradeNo: string; readonly gatewayNo: string; readonly money: Money },
  ) => Promise<PaymentState>
  readonly refund: (account: GatewayAccount, refund: RefundRequest) => Promise<RefundAnswer>
  /** Whether the gateway takes these settings, without anybody paying. */
  readonly test: (account: GatewayAccount) => Promise<ServiceTrial>
  /** Registers the address for notices where the gateway can be told it; answers the parameters that it gave. */
  readonly register: (
    account: GatewayAccount,
    notifyUrl: string,
  ) => Promise<Readonly<Record<string, string>>>
}
