import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | null = null

/** What is held is what is left after a collection: garbage says nothing. */
function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    const found: unknown = runInNewContext('gc')
    if (typeof found !== 'function') throw new Error('this Node collects only when it likes to')
    collect = () => void found()
  }
  collect()
}

/**
 * Bytes that are held, in the heap and outside of it. What lies outside goes beside a collection and after it: it is
 * collected until nothing more goes, so that no garbage stands in a reading that others are compared with.
 */
export async function bytesHeld(): Promise<number> {
  let last = Number.POSITIVE_INFINITY
  for (;;) {
    collectGarbage()
    await delay(20)
    const { heapUsed, external } = process.memoryUsage()
    const held = heapUsed + external
    if (last - held < stillMoving) return held
    last = held
  }
}

const stillMoving = 128 * 1024
