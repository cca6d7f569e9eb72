import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | null = null

/** Memory in use can only be measured after a collection. */
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
 * Bytes in use, in the heap and outside it. Memory outside the heap is freed during and after a collection, so this
 * collects until the figure stops falling. Otherwise garbage would distort comparisons.
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
