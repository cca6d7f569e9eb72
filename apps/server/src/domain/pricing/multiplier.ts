import { type MicroQuota, microQuota } from './price-book.ts'

/**
 * Parses a multiplier: 1 is $0.002 per 1 000 tokens, which is one quota unit per token at the default of 500 000 units per dollar. Parsed
 * as a decimal, never as a float; six places are a micro-quota. Throws a RangeError for anything but a decimal with at most six places.
 */
export function microsFromMultiplier(text: string): MicroQuota {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (match === null) throw new RangeError(`not a multiplier: ${text}`)
  return microQuota(BigInt(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`))
}

/** Formats micro-quota per token as a multiplier without trailing zeros. */
export const multiplierFromMicros = (micros: bigint): string => decimal(micros, 6)

/** Dollars per million units: `amount × 1 000 000 ÷ (10^6 × unitsPerDollar)`. */
export function dollarsPerMillion(micros: bigint, quotaPerUnit: number): string {
  // Keeps six decimals: micros × 10^6 ÷ quotaPerUnit, in millionths of a dollar.
  return decimal((micros * 1_000_000n) / BigInt(quotaPerUnit), 6)
}

/** Dollars per unit, to a billionth. */
export const dollarsEach = (micros: bigint, quotaPerUnit: number): string =>
  decimal((micros * 1_000n) / BigInt(quotaPerUnit), 9)

/** Formats an integer with `places` decimals, without trailing zeros. */
function decimal(amount: bigint, places: number): string {
  const digits = amount.toString().padStart(places + 1, '0')
  const whole = digits.slice(0, -places)
  const rest = digits.slice(-places).replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}
