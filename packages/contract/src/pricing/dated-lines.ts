/** The days on which a price line applies. Whole days of UTC, as the epoch seconds at which they begin. */
export type Dates = {
  /** The first day. Absent: the line has always applied. */
  readonly from?: number | undefined
  /** The day on which the line ends: it does not apply on that day any more. Absent: it has no end. */
  readonly until?: number | undefined
}

const startOf = ({ from }: Dates): number => from ?? Number.NEGATIVE_INFINITY
const endOf = ({ until }: Dates): number => until ?? Number.POSITIVE_INFINITY

/**
 * Of lines that differ in their dates alone, the one in force at a moment in epoch seconds: the last that has
 * begun and has not ended. When all that have begun have ended, the one that ended last stays in force.
 * Undefined: none has begun.
 */
export function lineInForce<Line extends Dates>(
  lines: readonly Line[],
  at: number,
): Line | undefined {
  const begun = lines.filter((line) => startOf(line) <= at)
  const open = begun.filter((line) => !hasEnded(line, at))
  return open.length > 0
    ? open.reduce((last, line) => (startOf(line) > startOf(last) ? line : last))
    : begun.reduce<Line | undefined>(
        (last, line) => (last === undefined || endOf(line) > endOf(last) ? line : last),
        undefined,
      )
}

/** A line that is in force nevertheless has no successor. */
export const hasEnded = (line: Dates, at: number): boolean => endOf(line) <= at

/** The lines in force at a moment, in their order: at most one of those with the same key. */
export function linesInForce<Line extends Dates>(
  lines: readonly Line[],
  at: number,
  keyOf: (line: Line) => string,
): readonly Line[] {
  if (lines.every(({ from, until }) => from === undefined && until === undefined)) return lines
  const inForce = new Set(
    [...Map.groupBy(lines, keyOf).values()].map((rivals) => lineInForce(rivals, at)),
  )
  return lines.filter((line) => inForce.has(line))
}

/** The moments at which the lines in force may change, in order. */
export const momentsOf = (lines: readonly Dates[]): readonly number[] =>
  [...new Set(lines.flatMap(({ from, until }) => [from ?? [], until ?? []].flat()))].toSorted(
    (a, b) => a - b,
  )

export const daySeconds = 86_400
