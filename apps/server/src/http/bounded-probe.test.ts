import { expect, test } from 'vitest'
import { boundedProbe } from './bounded-probe.ts'

/** A probe that ends when told to, and a clock that goes when told to. */
function rig() {
  const probes: PromiseWithResolvers<void>[] = []
  const timers: { at: number; ring: () => void }[] = []
  let now = 0
  const isWell = boundedProbe(
    () => {
      const probe = Promise.withResolvers<void>()
      probes.push(probe)
      return probe.promise
    },
    {
      clock: { monotonic: () => now },
      boundMs: 1_500,
      keptMs: 1_000,
      after: (ms) => new Promise((ring) => timers.push({ at: now + ms, ring })),
    },
  )
  const go = (ms: number): void => {
    now += ms
    for (const { at, ring } of timers) if (at <= now) ring()
  }
  return { probes, isWell, go }
}

test('however many ask, there is one probe, and its answer is kept for a while', async () => {
  const { probes, isWell, go } = rig()
  const answers = [isWell(), isWell(), isWell()]
  expect(probes).toHaveLength(1)
  probes[0]?.resolve()
  expect(await Promise.all(answers)).toEqual([true, true, true])
  go(999)
  expect(await isWell()).toBe(true)
  expect(probes).toHaveLength(1)
  go(1)
  const next = isWell()
  expect(probes).toHaveLength(2)
  probes[1]?.reject(new Error('locked'))
  expect(await next).toBe(false)
})

test('a probe that hangs is answered at its bound, then at once, and no other is begun', async () => {
  const { probes, isWell, go } = rig()
  const first = isWell()
  go(1_500)
  expect(await first).toBe(false)
  expect(await isWell()).toBe(false)
  expect(probes).toHaveLength(1)
  probes[0]?.resolve()
  await probes[0]?.promise
  // What hung has ended: it is well again.
  await Promise.resolve()
  expect(await isWell()).toBe(true)
  expect(probes).toHaveLength(1)
})
