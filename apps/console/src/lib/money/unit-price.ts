import { formatPrice } from '@posthouse/contract/format-amount'
import type { PriceLine } from '@posthouse/contract/price'
import { decimalOf } from './multiplier.ts'

/** The price of a line as people know it: for a million tokens or characters, for a call, for a minute. */
export function unitPrice({ unit, dollars_per_million: dollars }: UnitLine): UnitPrice {
  if (unit === 'call') return { per: 'call', price: formatPrice(millionth(dollars, 1n)) }
  if (unit === 'second') return { per: 'minute', price: formatPrice(millionth(dollars, 60n)) }
  return { per: 'million', price: formatPrice(dollars) }
}

type UnitLine = Pick<PriceLine, 'unit' | 'dollars_per_million'>
type UnitPrice = { readonly per: 'call' | 'minute' | 'million'; readonly price: string }

/** So many millionths of an amount with at most six places, cut after nine. */
function millionth(amount: string, times: bigint): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return decimalOf((BigInt(whole + fraction.padEnd(6, '0')) * times) / 1_000n, 9)
}
