/** How amounts are shown, as the site says. */
export type AmountDisplay = {
  /** Quota units that are one dollar. */
  readonly quotaPerUnit: number
  readonly displayInCurrency: boolean
}

/** From where on, the unit, its letter. What would round to 1000.0 of a unit is 1.0 of the next. */
const steps = [
  [999_950_000, 1_000_000_000, 'B'],
  [999_950, 1_000_000, 'M'],
  [10_000, 1_000, 'k'],
] as const

/** A count as plain digits, or short with one decimal: from 10,000 in k, from a million in M, then B. */
export function formatShort(value: number): string {
  const size = Math.abs(value)
  const [, unit, suffix] = steps.find(([from]) => size >= from) ?? [0, 1, '']
  return suffix === '' ? String(value) : `${(value / unit).toFixed(1)}${suffix}`
}

/** Balances and sums: two decimals of a dollar, or units in short. */
export function formatQuota(units: number, display: AmountDisplay): string {
  if (!display.displayInCurrency) return formatShort(units)
  const dollars = (Math.abs(units) / display.quotaPerUnit).toFixed(2)
  return `${units < 0 && Number(dollars) !== 0 ? '-' : ''}$${dollars}`
}

/**
 * Single charges: up to six decimals, exact, and never zero for something that was charged.
 * What is smaller than the last decimal is shown as less than it.
 */
export function formatCharge(units: number, display: AmountDisplay): string {
  if (!display.displayInCurrency) return units.toLocaleString('en-US')
  return dollars(BigInt(units), BigInt(display.quotaPerUnit), 6)
}

/** Sums of charges: two decimals like a balance, except where that would print spent money as none. */
export function formatSum(units: number, display: AmountDisplay): string {
  const text = formatQuota(units, display)
  return units !== 0 && text === '$0.00' ? formatCharge(units, display) : text
}

/** Sums that stand in one column: all with two decimals, or all with six when one of them needs them. */
export function sumColumn(
  sums: readonly number[],
  display: AmountDisplay,
): (units: number) => string {
  const cent = display.quotaPerUnit / 100
  const fine = sums.some((units) => units !== 0 && Math.abs(units) < cent)
  return fine ? (units) => formatExact(units, display) : (units) => formatQuota(units, display)
}

/** A charge with all six decimals, for columns: `$0.012000`. */
export function formatExact(units: number, display: AmountDisplay): string {
  const text = formatCharge(units, display)
  if (!display.displayInCurrency || text.includes('<')) return text
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(6, '0')}`
}

/** Parts of a charge, in millionths of a quota unit: finer than a charge, because they are summed first. */
export function formatMicro(micro: string, display: AmountDisplay): string {
  if (!display.displayInCurrency) return withDecimals(BigInt(micro), 6)
  return dollars(BigInt(micro), BigInt(display.quotaPerUnit) * 1_000_000n, 9)
}

/** A price of a million units as the book writes it, with two decimals at least. */
export function formatPrice(dollarsPerMillion: string): string {
  const [whole = '0', fraction = ''] = dollarsPerMillion.split('.')
  return `$${whole}.${fraction.padEnd(2, '0')}`
}

function dollars(amount: bigint, perDollar: bigint, places: number): string {
  const size = (amount < 0n ? -amount : amount) * 10n ** BigInt(places)
  const rounded = (size * 2n + perDollar) / (perDollar * 2n)
  const sign = amount < 0n ? '-' : ''
  if (rounded === 0n && amount !== 0n) return `${sign}<$0.${'0'.repeat(places - 1)}1`
  return `${sign}$${withDecimals(rounded, places)}`
}

/** A whole number of the last place as decimal text with two places at least and no idle zeros beyond. */
export function withDecimals(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  const whole = digits.slice(0, -places)
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(2, '0')
  return `${whole}.${fraction}`
}
