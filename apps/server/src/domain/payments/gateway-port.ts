import type { Currency, GatewayType } from '@posthouse/contract/gateway-fields'
import type { ServiceTrial } from '@posthouse/contract/setting'

/** An amount in the smallest unit of its currency, such as fen or cents. */
export type Money = { readonly currency: Currency; readonly minor: bigint }

/** A payment gateway with decrypted secrets. */
export type GatewayAccount = {
  readonly type: GatewayType
  /** For gateways whose notices contain no currency. */
  readonly currency: Currency
  /** By field of `gatewayFields`; missing values are empty. */
  readonly config: Readonly<Record<string, string>>
  /** Private addresses are allowed. */
  readonly privateAllowed: boolean
}

export type PaymentRequest = {
  /** Our number: at most 32 letters and digits. */
  readonly tradeNo: string
  readonly money: Money
  /** Shown to the payer. */
  readonly subject: string
  readonly notifyUrl: string
  /** Where the browser returns to. */
  readonly returnUrl: string
  /** When the order closes, in epoch milliseconds. */
  readonly closesAt: number
  readonly userId: bigint
}

/** How the payer continues. */
export type PaymentStart = (
  | { readonly kind: 'redirect'; readonly url: string }
  /** A form for the browser to post. */
  | {
      readonly kind: 'form'
      readonly url: string
      readonly fields: Readonly<Record<string, string>>
    }
  | { readonly kind: 'qr'; readonly text: string }
) & {
  /** The gateway's id of the payment, if `ask` needs it (Stripe's session). */
  readonly gatewayNo?: string
}

/** A payment that the gateway has received. */
export type ConfirmedPayment = {
  readonly tradeNo: string
  /** The gateway's number. */
  readonly gatewayNo: string
  readonly money: Money
}

/** An unchanged notice, because signatures cover these bytes. */
export type RawNotice = {
  readonly method: 'GET' | 'POST'
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** A reported payment that cannot be read: the field and its content. */
export type UnreadablePayment = { readonly unreadable: string }

/**
 * A notice signed by the gateway. `paid` is null for other events, which are acknowledged and ignored. Unreadable notices are refused,
 * so that they are sent again.
 */
export type SignedNotice = {
  readonly paid: ConfirmedPayment | UnreadablePayment | null
  /** Trade number of its order, if any. */
  readonly tradeNo: string | null
  /** Event name or trade state, for the order's history. */
  readonly event: string
}

export type PaymentState =
  | { readonly state: 'paid'; readonly paid: ConfirmedPayment }
  | ({ readonly state: 'unreadable' } & UnreadablePayment)
  | { readonly state: 'pending' }
  /** The gateway accepts no more payment for it. */
  | { readonly state: 'closed' }

export type RefundRequest = {
  readonly tradeNo: string
  readonly gatewayNo: string
  /** Our number, the same on retries. */
  readonly refundNo: string
  /** The full payment. */
  readonly money: Money
  readonly reason: string
}

/** `refused` means that this request moved no money. `unknown` may be retried with the same number. */
export type RefundAnswer =
  | { readonly state: 'refunded' }
  | {
      readonly state: 'refused'
      readonly reason: string
      /** The refund of this number has ended, so earlier requests move no money either. */
      readonly isOfNumber?: true
    }
  | { readonly state: 'unknown'; readonly reason: string }

/**
 * Calls payment gateways. Whatever a gateway answers (nothing, HTML, an error), calls reject with `payment.gateway-failed` within a
 * bounded time. `said` is its message, truncated and without secrets.
 */
export type PaymentGatewayPort = {
  readonly start: (account: GatewayAccount, request: PaymentRequest) => Promise<PaymentStart>
  /** Null if not signed by this gateway, or if the secret to check it is empty. Never rejects for a malformed notice. */
  readonly readNotice: (account: GatewayAccount, notice: RawNotice) => Promise<SignedNotice | null>
  /** The answer that the gateway accepts. After any other it sends the notice again. */
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
  /** Tries the settings without a payment. */
  readonly test: (account: GatewayAccount) => Promise<ServiceTrial>
  /** Registers the callback URL, if the gateway supports it, and returns the parameters it issued. */
  readonly register: (
    account: GatewayAccount,
    notifyUrl: string,
  ) => Promise<Readonly<Record<string, string>>>
}
