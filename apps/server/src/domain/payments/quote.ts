import type { Currency } from '@posthouse/contract/gateway-fields'
import type { Quote as QuoteOut } from '@posthouse/contract/order'
import { Refusal } from '@posthouse/contract/refusal'
import type { Settings } from '../settings/setting-table.ts'

/*
 * A top-up costs (value × discount + fee) × rate. The fee is value × discount × percent, or a fixed one in dollars if no percent is set.
 * The rate applies to gateways of other currencies. All steps are exact; only the result is rounded, half up, to the smallest unit of
 * its currency.
 */

/** In ten-thousandths of a dollar, and of a whole. */
export type Fees = { readonly fixedFee: bigint; readonly percentFee: bigint }

type QuoteSettings = Pick<Settings, 'PaymentUSDRate' | 'RechargeDiscount' | 'QuotaPerUnit'>

export type Quote = {
  readonly amount: bigint
  readonly currency: Currency
  /** Millionths. */
  readonly discount: bigint
  /** Ten-thousandths of a dollar. */
  readonly fee: bigint
  readonly percentFee: bigint
  /** Millionths; 1 for dollars. */
  readonly rate: bigint
  /** In the smallest unit of the currency, like the next. */
  readonly toPay: bigint
  readonly saved: bigint
  readonly quota: bigint
}

const million = 1_000_000n
const tenThousand = 10_000n
/** Minor units per unit of both currencies. */
const coins = 100n
/** More than any gateway accepts, and far below 2^53. */
const toPayMost = 10n ** 12n

/** Refuses amounts of zero and above the limit. */
export function quoteOf(
  amount: number,
  gateway: Fees & { readonly currency: Currency },
  settings: QuoteSettings,
): Quote {
  const whole = BigInt(amount)
  const discount = discountOf(amount, settings.RechargeDiscount)
  const rate = gateway.currency === 'USD' ? million : millionths(settings.PaymentUSDRate)
  const paid = { whole, discount, rate, gateway }
  const toPay = coinsOf(paid)
  if (toPay === 0n) throw new Refusal('payment.nothing-to-pay', {}, { field: 'amount' })
  if (toPay > toPayMost) throw new Refusal('payment.too-much-to-pay', {}, { field: 'amount' })
  return {
    amount: whole,
    currency: gateway.currency,
    discount,
    fee:
      gateway.percentFee > 0n
        ? rounded(whole * discount * gateway.percentFee, million)
        : gateway.fixedFee,
    percentFee: gateway.percentFee,
    rate,
    toPay,
    saved: coinsOf({ ...paid, discount: million }) - toPay,
    quota: whole * BigInt(settings.QuotaPerUnit),
  }
}

type PriceFactors = {
  readonly whole: bigint
  readonly discount: bigint
  readonly rate: bigint
  readonly gateway: Fees
}

function coinsOf({ whole, discount, rate, gateway }: PriceFactors): bigint {
  const { fixedFee, percentFee } = gateway
  // Dollars × 10^6 × 10^4.
  const dollars =
    percentFee > 0n
      ? whole * discount * (tenThousand + percentFee)
      : whole * discount * tenThousand + fixedFee * million
  return rounded(dollars * rate * coins, million * tenThousand * million)
}

const rounded = (value: bigint, by: bigint): bigint => (2n * value + by) / (2n * by)

/** Multiplier for exactly this amount, in millionths. */
function discountOf(amount: number, json: string): bigint {
  const discounts = JSON.parse(json) as Readonly<Record<string, number>>
  const found = Object.hasOwn(discounts, String(amount)) ? discounts[String(amount)] : undefined
  return found === undefined ? million : millionths(String(found))
}

/** Parses a decimal with at most six places. */
function millionths(text: string): bigint {
  const [whole = '0', places = ''] = text.split('.')
  return BigInt(whole) * million + BigInt(places.padEnd(6, '0'))
}

/** Formats an amount in minor units as a decimal. */
export const coinText = (minor: bigint): string => decimal(minor, 2)

/** Formats ten-thousandths of a dollar with at least two places. */
export const feeText = (tenThousandths: bigint): string =>
  decimal(tenThousandths, 4).replace(/0{1,2}$/, '')

/** Formats a decimal without trailing zeros. */
const factorText = (value: bigint): string => decimal(value, 6).replace(/\.?0+$/, '')

function decimal(value: bigint, places: number): string {
  const digits = String(value).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

export const quoteOut = (quote: Quote): QuoteOut => ({
  amount: coinText(quote.amount * coins),
  discounted: coinText(rounded(quote.amount * quote.discount * coins, million)),
  discount: factorText(quote.discount),
  fee: feeText(quote.fee),
  fee_kind: quote.percentFee > 0n ? 'percent' : quote.fee > 0n ? 'fixed' : 'none',
  percent_fee: Number(quote.percentFee) / Number(tenThousand),
  rate: quote.currency === 'USD' ? '' : factorText(quote.rate),
  currency: quote.currency,
  to_pay: coinText(quote.toPay),
  saved: coinText(quote.saved),
  quota: Number(quote.quota),
})
