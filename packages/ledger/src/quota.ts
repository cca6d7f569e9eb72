declare const brand: unique symbol

/**
 * An amount of money in quota units: a whole number of 64 bits. `quota_per_unit` of them (500 000 by default) are one
 * dollar. Not a price: prices are `MicroQuota`.
 */
export type Quota = bigint & { readonly [brand]: 'quota' }

/** Throws a RangeError for a number that is not a safe integer. */
export function quota(units: bigint | number): Quota {
  if (typeof units === 'number' && !Number.isSafeInteger(units)) {
    throw new RangeError(`not a whole amount of quota: ${units}`)
  }
  return BigInt(units) as Quota
}

export const zero: Quota = quota(0)

export const plus = (a: Quota, b: Quota): Quota => quota(a + b)
export const minus = (a: Quota, b: Quota): Quota => quota(a - b)
export const smaller = (a: Quota, b: Quota): Quota => (a < b ? a : b)
export const larger = (a: Quota, b: Quota): Quota => (a > b ? a : b)

/** The amount as a JSON number. Throws a RangeError at 2^53 and above, where JSON loses precision. */
export function quotaToNumber(amount: Quota): number {
  const number = Number(amount)
  if (!Number.isSafeInteger(number)) throw new RangeError(`quota too large for JSON: ${amount}`)
  return number
}
