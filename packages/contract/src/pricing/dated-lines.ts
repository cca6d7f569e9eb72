/** The days on which a price line applies: whole UTC days, as epoch seconds of their start. */
export type Dates = {
  /** The first day. Without it, the line has always applied. */
  readonly from?: number | undefined
  /** The first day on which the line no longer applies. Without it, the line never ends. */
  readonly until?: number | undefined
}

const startOf = ({ from }: Dates): number => from ?? Number.NEGATIVE_INFINITY
const endOf = ({ until }: Dates): number => until ?? Number.POSITIVE_INFINITY

/**
 * Chooses the line in force at a moment (epoch seconds) among lines that differ only in their dates: the latest that
 * has begun and not ended. If all that have begun have ended, the one that ended last stays in force. Undefined when
 * none has begun.
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

/** Whether the line has ended. It may still be in force when no other line has replaced it. */
export const hasEnded = (line: Dates, at: number): boolean => endOf(line) <= at

/** The lines in force at a moment, in their order. Of lines with the same key, at most one is in force. */
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
