import type { Clock } from './clock.ts'

/** How often the event loop is looked at, and how late it may be before somebody is told. */
const everyMs = 50
const stallMs = 200

/**
 * Tells of every time that the event loop stood still, once it moves again. Answers what ends the watch.
 * `onStall` gets how long it stood, in milliseconds.
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
