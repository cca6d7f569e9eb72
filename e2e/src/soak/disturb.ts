import type { Disturbance, Victim } from './plan.ts'

/** Something that can be disturbed. All of it resolves when it is done. */
export type Part = {
  pause(): Promise<void>
  goOn(): Promise<void>
  /** Gone at once, with whatever it was doing. */
  kill(): Promise<void>
  /** Asked to end, and ended. */
  end(): Promise<void>
  start(): Promise<void>
}

export type SoakClock = {
  now(): number
  sleep(ms: number): Promise<void>
}

/** What was done, and from when to when on the clock. */
export type Done = Disturbance & { readonly from: number; readonly to: number }

/** Carries a plan out. */
export async function disturb(
  plan: readonly Disturbance[],
  parts: Readonly<Record<Victim, Part>>,
  { clock, say }: { readonly clock: SoakClock; readonly say: (what: Disturbance) => void },
): Promise<readonly Done[]> {
  const began = clock.now()
  const done: Done[] = []
  for (const disturbance of plan) {
    await clock.sleep(Math.max(0, began + disturbance.at - clock.now()))
    say(disturbance)
    const from = clock.now()
    const part = parts[disturbance.victim]
    if (disturbance.way === 'pause') await part.pause()
    else if (disturbance.way === 'kill') await part.kill()
    else await part.end()
    await clock.sleep(disturbance.forMs)
    if (disturbance.way === 'pause') await part.goOn()
    else await part.start()
    done.push({ ...disturbance, from, to: clock.now() })
  }
  return done
}
