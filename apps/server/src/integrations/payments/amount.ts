import type { Money } from '../../domain/payments/gateway-port.ts'

/** Cents or fen as decimal text with two places. */
export const decimalOf = (minor: bigint): string =>
  `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

const decimal = /^(\d{1,12})(?:\.(\d{1,2}))?$/

/** The smallest units that a decimal text says. Null for anything that is not an exact amount. */
export function minorOf(text: string): bigint | null {
  const found = decimal.exec(text)
  if (found === null) return null
  const [, whole = '', part = ''] = found
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

/** An amount that JSON carries as a whole number of the smallest unit. */
export const minorOfNumber = (value: unknown): bigint | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null

/** Null for a currency that the product does not take. */
export const currencyOf = (code: unknown): Money['currency'] | null =>
  code === 'CNY' || code === 'USD' ? code : null
