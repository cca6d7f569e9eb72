const hourMs = 3_600_000

/** Whole hours of a bucket, both included: what the roll-ups know. */
export type HourRun = { readonly place: number; readonly first: number; readonly last: number }

/** A part of a bucket that is no whole hours, `to` excluded: what only rows know. Milliseconds. */
export type RowSpan = { readonly place: number; readonly from: number; readonly to: number }

/**
 * Divides buckets into whole hours and the rest. A bucket that begins at half past an hour, as days
 * of Kolkata do, takes its edges from rows: sums are exact in every zone, and dearer in those.
 */
export function planSeries(
  starts: readonly number[],
  span: { readonly from: number; readonly to: number },
): { hours: HourRun[]; spans: RowSpan[] } {
  const hours: HourRun[] = []
  const spans: RowSpan[] = []
  for (const [place, start] of starts.entries()) {
    const from = Math.max(start, span.from)
    const to = Math.min(starts[place + 1] ?? Infinity, span.to + 1)
    const first = Math.max(1, Math.ceil(from / hourMs))
    const end = Math.floor(to / hourMs)
    if (end <= first) {
      spans.push({ place, from, to })
      continue
    }
    hours.push({ place, first, last: end - 1 })
    spans.push({ place, from, to: first * hourMs }, { place, from: end * hourMs, to })
  }
  return { hours, spans: spans.filter(({ from, to }) => from < to) }
}
