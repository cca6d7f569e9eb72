/** The time, as an argument: tests bring their own. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds that only grow. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
