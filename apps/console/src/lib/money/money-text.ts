import { withDecimals } from '@posthouse/contract/format-amount'

const amount = /^(-?)\$?(?=\.?\d)(\d{0,300})(?:\.(\d{0,300}))?$/

/**
 * Quota units of an amount of dollars as typed, rounded to the nearest unit; undefined when it is no amount.
 * One below zero, below a unit or beyond what can be counted is an amount, so that the rule that forbids it can say
 * so: less than a unit is a part of one, and not nothing.
 */
export function unitsOfDollars(text: string, quotaPerUnit: number): number | undefined {
  const match = amount.exec(text.trim())
  if (match === null) return undefined
  const [, sign, whole, decimals = ''] = match
  const places = 10n ** BigInt(decimals.length)
  const parts = BigInt(`${whole}${decimals}`) * BigInt(quotaPerUnit)
  const counted = parts === 0n || parts >= places ? rounded(parts, places) : partOfUnit
  return sign === '' ? counted : -Math.ceil(counted)
}

const partOfUnit = 0.5

const rounded = (parts: bigint, places: bigint): number =>
  Math.min(Number((parts * 2n + places) / (places * 2n)), Number.MAX_VALUE)

/** Dollars of quota units as text to edit: exact to six decimals, two at least. */
export function dollarsOfUnits(units: number, quotaPerUnit: number): string {
  const whole = Math.trunc(units)
  const micro =
    (BigInt(Math.abs(whole)) * 2_000_000n + BigInt(quotaPerUnit)) / (BigInt(quotaPerUnit) * 2n)
  return `${whole < 0 ? '-' : ''}${withDecimals(micro, 6)}`
}

/** The same to read, the sign before the dollar. */
export const signedDollars = (units: number, quotaPerUnit: number): string =>
  dollarsOfUnits(units, quotaPerUnit).replace(/^-?/, '$&$$')
