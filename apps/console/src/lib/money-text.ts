import { withDecimals } from '@posthouse/contract/format-amount'

const amount = /^(-?)\$?(\d{1,300})(?:\.(\d{1,9}))?$/

/**
 * Quota units of an amount of dollars as typed, rounded to the nearest unit; undefined when it is no amount.
 * One below zero or beyond what can be counted is an amount, so that the rule that forbids it can say so.
 */
export function unitsOfDollars(text: string, quotaPerUnit: number): number | undefined {
  const match = amount.exec(text.trim())
  if (match === null) return undefined
  const [, sign, whole, decimals = ''] = match
  const nano = BigInt(`${whole}${decimals.padEnd(9, '0')}`) * BigInt(quotaPerUnit)
  const units = (nano * 2n + 1_000_000_000n) / 2_000_000_000n
  const counted = Math.min(Number(units), Number.MAX_VALUE)
  return sign === '' ? counted : -counted
}

/** Dollars of quota units as text to edit: exact to six decimals, two at least. */
export function dollarsOfUnits(units: number, quotaPerUnit: number): string {
  const micro =
    (BigInt(Math.max(0, units)) * 2_000_000n + BigInt(quotaPerUnit)) / (BigInt(quotaPerUnit) * 2n)
  return withDecimals(micro, 6)
}
