import type {
  Money,
  ConfirmedPayment,
  PaymentState,
  UnreadablePayment,
} from '../../domain/payments/gateway-port.ts'

/** Cents or fen as decimal text with two places. */
export const decimalOf = (minor: bigint): string =>
  `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

const decimal = /^(\d{1,12})(?:\.(\d{1,20}))?$/

/** The smallest units that a decimal text says. Null for anything that is not an exact amount. */
export function minorOf(text: string): bigint | null {
  const found = decimal.exec(text)
  if (found === null) return null
  const [, whole = '', part = ''] = found
  // Some gateways write more places than there are coins.
  if (/[1-9]/.test(part.slice(2))) return null
  return BigInt(whole) * 100n + BigInt(part.slice(0, 2).padEnd(2, '0'))
}

/** An amount that JSON carries as a whole number of the smallest unit. */
export const minorOfNumber = (value: unknown): bigint | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null

/** Null for a currency that the product does not take. */
export const currencyOf = (code: unknown): Money['currency'] | null =>
  code === 'CNY' || code === 'USD' ? code : null

type ReportedPayment = {
  readonly tradeNo: string | null
  readonly gatewayNo: string | null
  readonly currency: Money['currency'] | null
  readonly minor: bigint | null
}

/** What a gateway says was paid. `said`: the fields as they came, by the same names. */
export function paidFrom(
  { tradeNo, gatewayNo, currency, minor }: ReportedPayment,
  said: Readonly<Record<keyof ReportedPayment, unknown>>,
): ConfirmedPayment | UnreadablePayment {
  if (tradeNo === null) return unreadable('order number', said.tradeNo)
  if (gatewayNo === null) return unreadable('payment number', said.gatewayNo)
  if (currency === null) return unreadable('currency', said.currency)
  if (minor === null) return unreadable('amount', said.minor)
  return { tradeNo, gatewayNo, money: { currency, minor } }
}

const saidMost = 64

const unreadable = (field: string, value: unknown): UnreadablePayment => ({
  unreadable: `${field}: ${typeof value === 'string' ? value.slice(0, saidMost) : wordOf(value)}`,
})

const wordOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : value === undefined ? 'missing' : typeof value

export const paidState = (paid: ConfirmedPayment | UnreadablePayment): PaymentState =>
  'unreadable' in paid ? { state: 'unreadable', ...paid } : { state: 'paid', paid }
