import { withDecimals } from '@posthouse/contract/format-amount'

const amount = /^(\d{1,12})(?:\.(\d{1,9}))?$/

/** Quota units of an amount of dollars as typed, rounded to the nearest unit; undefined when it is no amount. */
export function unitsOfDollars(text: string, quotaPerUnit: number): number | undefined {
  const match = amount.exec(text.trim().replace(/^\$/, ''))
  if (match === null) return undefined
  const fraction = (match[2] ?? '').padEnd(9, '0')
  const nano = BigInt(`${match[1]}${fraction}`) * BigInt(quotaPerUnit)
  const units = (nano * 2n + 1_000_000_000n) / 2_000_000_000n
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(units)
}

/** Dollars of quota units as text to edit: exact to six decimals, two at least. */
export function dollarsOfUnits(units: number, quotaPerUnit: number): string {
  const micro =
    (BigInt(Math.max(0, units)) * 2_000_000n + BigInt(quotaPerUnit)) / (BigInt(quotaPerUnit) * 2n)
  return withDecimals(micro, 6)
}
