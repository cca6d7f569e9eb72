/** Whole numbers that are not negative; a missing one is 0; null when one cannot be a count. */
export function countsOf(values: readonly unknown[]): number[] | null {
  const counts: number[] = []
  for (const value of values) {
    const count = value ?? 0
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) return null
    counts.push(count)
  }
  return counts
}

/** The sum that parts claim together, where it is more than their whole: beside the buckets that it was cut to. */
export function claimedBy(total: number, parts: readonly number[]): { readonly parts?: number } {
  const claimed = parts.reduce((sum, part) => sum + part, 0)
  return claimed > total ? { parts: claimed } : {}
}

/** Parts cut down in turn to what the total has room for: buckets add up to it and none is negative. */
export function capParts(total: number, parts: readonly number[]): number[] {
  let room = total
  return parts.map((part) => {
    const kept = Math.min(part, room)
    room -= kept
    return kept
  })
}
