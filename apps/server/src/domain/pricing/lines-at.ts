import { linesInForce, momentsOf } from '@posthouse/contract/dated-lines'
import { conditionOf } from '@posthouse/contract/line-condition'
import type { PriceEntry, PriceLine } from './price-book.ts'

type Periods = {
  readonly moments: readonly number[]
  /** By the moment at which each begins. */
  readonly lists: Map<number, readonly PriceLine[]>
}

const known = new WeakMap<PriceEntry, Periods>()

/** The lines of an entry in force for a call that began at a moment in epoch milliseconds. The same list for the same period. */
export function linesAt(entry: PriceEntry, beganAt: number): readonly PriceLine[] {
  const { moments, lists } = periodsOf(entry)
  if (moments.length === 0) return entry.lines
  const at = Math.floor(beganAt / 1_000)
  const start = moments.findLast((moment) => moment <= at) ?? Number.NEGATIVE_INFINITY
  const made = lists.get(start) ?? linesInForce(entry.lines, start, keyOf)
  lists.set(start, made)
  return made
}

/** The entry with the lines in force alone. */
export const inForce = (entry: PriceEntry, now: number): PriceEntry => ({
  ...entry,
  lines: linesAt(entry, now),
})

function periodsOf(entry: PriceEntry): Periods {
  const made = known.get(entry) ?? { moments: momentsOf(entry.lines), lists: new Map() }
  known.set(entry, made)
  return made
}

/** Lines with the same key differ in their dates and amounts alone. */
const keyOf = ({ fromInputTokens, ...line }: PriceLine): string =>
  conditionOf({ ...line, from_input_tokens: fromInputTokens })

export type ComingChange = {
  /** Epoch seconds. */
  readonly from: number
  /** Those that were not in force before. */
  readonly lines: readonly PriceLine[]
}

/** The dated changes of an entry after a moment, in order. */
export function changesAfter(entry: PriceEntry, now: number): readonly ComingChange[] {
  const { moments } = periodsOf(entry)
  let before = linesAt(entry, now)
  return moments
    .filter((from) => from * 1_000 > now)
    .flatMap((from) => {
      const after = linesAt(entry, from * 1_000)
      const lines = after.filter((line) => !before.includes(line))
      before = after
      return lines.length === 0 ? [] : [{ from, lines }]
    })
}

/** Lines that are in force though they have ended: no other takes their place. */
export const endedLines = (entry: PriceEntry, now: number): readonly PriceLine[] =>
  linesAt(entry, now).filter(({ until }) => until !== undefined && until * 1_000 <= now)

/**
 * The entry as it is from now on: a dated line that has begun and has no end has replaced the lines before it for good.
 * It stands in their place, without its date.
 */
export function settledEntry(entry: PriceEntry, now: number): PriceEntry {
  if (periodsOf(entry).moments.length === 0) return entry
  const rivals = Map.groupBy(entry.lines, keyOf)
  return {
    ...entry,
    lines: entry.lines.flatMap((line) => {
      const own = rivals.get(keyOf(line)) ?? []
      const lasting = lastingOf(own, now)
      if (lasting === undefined) return [line]
      const { from: _from, ...base } = lasting
      const stays = startOf(line) > startOf(lasting) ? [line] : []
      return line === own[0] ? [base, ...stays] : stays
    }),
  }
}

/** The last that has begun, where it has no end. */
const lastingOf = (lines: readonly PriceLine[], now: number): PriceLine | undefined =>
  lines
    .filter((line) => line.from !== undefined && line.until === undefined && startOf(line) <= now)
    .toSorted((a, b) => startOf(b) - startOf(a))[0]

const startOf = ({ from = 0 }: PriceLine): number => from * 1_000

/** What a meter costs whatever the request and the tier. */
export const isPlain = (line: PriceLine): boolean =>
  line.fromInputTokens === 0 && line.tier === undefined && line.attributes === undefined
