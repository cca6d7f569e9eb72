import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | null = null

/** What is held is what is left after a collection: garbage says nothing. */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    const found: unknown = runInNewContext('gc')
    if (typeof found !== 'function') throw new Error('this Node collects only when it likes to')
    collect = () => void found()
  }
  collect()
}

/** Bytes outside of the heap that are held. */
export function heldOutsideHeap(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}
