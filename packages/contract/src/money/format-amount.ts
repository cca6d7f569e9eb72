export type AmountDisplay = {
  /** Quota units per dollar. */
  readonly quotaPerUnit: number
  readonly displayInCurrency: boolean
}

/** Threshold, divisor and suffix. Values that would round to 1000.0 use the next suffix. */
const steps = [
  [999_950_000, 1_000_000_000, 'B'],
  [999_950, 1_000_000, 'M'],
  [10_000, 1_000, 'k'],
] as const

/** A count in plain digits, or shortened to one decimal: k from 10,000, M from a million, then B. */
export function formatShort(value: number): string {
  const size = Math.abs(value)
  const [, unit, suffix] = steps.find(([from]) => size >= from) ?? [0, 1, '']
  return suffix === '' ? String(value) : `${(value / unit).toFixed(1)}${suffix}`
}

/** For balances and sums: dollars with two decimals, or shortened units. */
export function formatQuota(units: number, display: AmountDisplay): string {
  if (!display.displayInCurrency) return formatShort(units)
  const dollars = (Math.abs(units) / display.quotaPerUnit).toFixed(2)
  return `${units < 0 && Number(dollars) !== 0 ? '-' : ''}$${dollars}`
}

/**
 * For single charges: up to six decimals, and never zero for a charge above zero. An amount below the last decimal is
 * shown as less than it.
 */
export function formatCharge(units: number, display: AmountDisplay): string {
  if (!display.displayInCurrency) return units.toLocaleString('en-US')
  return dollars(BigInt(units), BigInt(display.quotaPerUnit), 6)
}

/** For sums of charges: two decimals like a balance, unless that would show a charged amount as zero. */
export function formatSum(units: number, display: AmountDisplay): string {
  const text = formatQuota(units, display)
  return units !== 0 && text === '$0.00' ? formatCharge(units, display) : text
}

/** Formats the sums of a column alike: with two decimals, or with six if any of them needs six. */
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

/**
 * For parts of a charge, in millionths of a quota unit. They are finer than a charge because they are added up before
 * rounding.
 */
export function formatMicro(micro: string, display: AmountDisplay): string {
  if (!display.displayInCurrency) return withDecimals(BigInt(micro), 6)
  return dollars(BigInt(micro), BigInt(display.quotaPerUnit) * 1_000_000n, 9)
}

/** The price book's price of a million units, with at least two decimals. */
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

/**
 * Decimal text for a whole number of units of the last place. Keeps at least two decimals and drops trailing zeros
 * beyond them.
 */
export function withDecimals(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  const whole = digits.slice(0, -places)
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(2, '0')
  return `${whole}.${fraction}`
}
