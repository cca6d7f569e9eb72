import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../lib/clock.ts'

export type ProbeOptions = {
  readonly clock: Pick<Clock, 'monotonic'>
  /** A probe that takes longer has failed, as far as who asks is concerned. */
  readonly boundMs: number
  /** An answer is given again for so long. */
  readonly keptMs: number
  /** Resolves after so many milliseconds; the process may end meanwhile. */
  readonly after?: (ms: number) => Promise<void>
}

const afterMs = (ms: number): Promise<void> => delay(ms, undefined, { ref: false })

/**
 * Whether a probe succeeds, within a bound. However many ask, one probe is under way, and the next begins
 * no sooner than the answer is old: asking is no load on what is probed.
 */
export function boundedProbe(
  probe: () => Promise<unknown>,
  { clock, boundMs, keptMs, after = afterMs }: ProbeOptions,
): () => Promise<boolean> {
  let running: { readonly since: number; readonly answer: Promise<boolean> } | null = null
  let known: { readonly since: number; readonly ok: boolean } | null = null

  const started = () => {
    const answer = probe().then(
      () => true,
      () => false,
    )
    const finished = answer.then((ok) => {
      known = { since: clock.monotonic(), ok }
      running = null
      return ok
    })
    return { since: clock.monotonic(), answer: finished }
  }
  return async () => {
    const now = clock.monotonic()
    if (known !== null && running === null && now - known.since < keptMs) return known.ok
    running ??= started()
    const left = boundMs - (now - running.since)
    if (left <= 0) return false
    return await Promise.race([running.answer, after(left).then(() => false)])
  }
}
