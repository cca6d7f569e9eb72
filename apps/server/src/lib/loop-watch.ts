import type { Clock } from './clock.ts'

/** How often the event loop is checked, and how late it may be before that is reported. */
const everyMs = 50
const stallMs = 200

/**
 * Reports each time that the event loop was blocked, afterwards. Returns what ends the watch.
 * `onStall` gets how long it was blocked, in milliseconds.
 */
export function watchLoop(
  clock: Pick<Clock, 'monotonic'>,
  onStall: (ms: number) => void,
): () => void {
  let last = clock.monotonic()
  const timer = setInterval(() => {
    const now = clock.monotonic()
    const late = now - last - everyMs
    last = now
    if (late >= stallMs) onStall(Math.round(late))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
