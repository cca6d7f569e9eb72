/**
 * What the dearest turn of the event loop costs while something is done, in microseconds of this thread's
 * processor time.
 */
export async function dearestTurn<Value>(
  run: () => Promise<Value>,
): Promise<{ readonly micros: number; readonly value: Value }> {
  let dearest = 0
  let last = process.threadCpuUsage()
  let running = true
  const tick = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    dearest = Math.max(dearest, user + system)
    if (running) setImmediate(tick)
  }
  const over = run()
  setImmediate(tick)
  try {
    return { value: await over, micros: dearest }
  } finally {
    running = false
  }
}
