import { timeIn } from '../../lib/zone.ts'
import type { Figure } from './csv-file.ts'

/** An amount in dollars with six decimals, rounded to the nearest. */
export function dollars(quota: bigint, quotaPerUnit: number): Figure {
  const unit = BigInt(quotaPerUnit)
  const size = quota < 0n ? -quota : quota
  const micros = (size * 2_000_000n + unit) / (2n * unit)
  const text = `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`
  return { figure: quota < 0n && micros > 0n ? `-${text}` : text }
}

/** A time in the reader's zone. `null` stays `null`. */
export const time = (at: bigint | number | null, timeZone: string): string | null =>
  at === null ? null : timeIn(Number(at), timeZone)

/** Names for the numbers of an enum of the contract: `testDisabled: 3` is `test-disabled`. */
export function namesOf(
  table: Readonly<Record<string, number>>,
): (number: bigint | number) => string {
  const names = Object.entries(table).map(
    ([name, number]) =>
      [number, name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)] as const,
  )
  const known = new Map(names)
  return (number) => known.get(Number(number)) ?? String(number)
}
