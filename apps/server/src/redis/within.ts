/**
 * Rejects when a promise takes longer than `ms`. An answer that lies there already when the time is over
 * still counts: after a pause of this process timers come before what the sockets brought.
 */
export function within<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`no answer within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(late), ms)
    const settled = (): void => clearTimeout(timer)
    promise.then(
      (value) => {
        settled()
        resolve(value)
      },
      (error: unknown) => {
        settled()
        reject(error)
      },
    )
  })
}
