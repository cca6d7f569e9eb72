/** What a soak disturbs. */
export const victims = ['node 1', 'node 2', 'database', 'Redis'] as const
export type Victim = (typeof victims)[number]

/** `pause`: it stands still and goes on; `kill`: it is gone at once; `restart`: it is asked to end. */
export const ways = ['pause', 'kill', 'restart'] as const
export type Way = (typeof ways)[number]

/** Milliseconds from the beginning. */
export type Disturbance = {
  readonly at: number
  readonly victim: Victim
  readonly way: Way
  /** How long it stands still or is gone. */
  readonly forMs: number
}

/** Nothing is disturbed in the end: what was held must come to rest. */
const restMs = 20_000

/** One after the other, in an order of the seed's, with moments of peace between. */
export function planOf(random: () => number, lengthMs: number): readonly Disturbance[] {
  const plan: Disturbance[] = []
  let at = 1_000 + random() * 4_000
  for (;;) {
    const victim = oneOf(victims, random)
    const way = oneOf(ways, random)
    const forMs = Math.round(durationOf(victim, way, random))
    if (at + forMs > lengthMs - restMs) return plan
    plan.push({ at: Math.round(at), victim, way, forMs })
    at += forMs + 1_000 + random() * 9_000
  }
}

/** Most are short; one node's pause in four is longer than others wait for a sign of it. */
function durationOf(victim: Victim, way: Way, random: () => number): number {
  const isLong = way === 'pause' && victim.startsWith('node') && random() < 0.25
  return isLong ? 60_000 + random() * 45_000 : 50 + random() * 6_000
}

const oneOf = <Value>(list: readonly Value[], random: () => number): Value => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}
