/** Messages per person and minute. */
const most = 20
const windowMs = 60_000

export type Allowance = 'answered' | 'told' | 'silent'

/** Limits messages by person. The first one above the limit gets a notice, the others no answer. */
export function createMessageRate(now: () => number): (person: number) => Allowance {
  let since = now()
  const counts = new Map<number, number>()
  return (person) => {
    if (now() - since >= windowMs) {
      since = now()
      counts.clear()
    }
    const count = (counts.get(person) ?? 0) + 1
    counts.set(person, count)
    if (count <= most) return 'answered'
    return count === most + 1 ? 'told' : 'silent'
  }
}
