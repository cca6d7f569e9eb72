import { BodyThread } from './body-thread.ts'
import type { ThreadHelpers, Work, Works } from '../messages.ts'

/** A pool of threads, each running one job at a time. */
export type WorkerPool = {
  /** Rejects with the job's `Refusal`, on a bug, if the thread is silent for too long, or with a helper's error other than `FetchRefused`. */
  run<Name extends keyof Works>(
    work: Work<Name>,
    bytes: number,
    helpers?: Partial<ThreadHelpers>,
  ): Promise<Works[Name]['gives']>
  /** Number of live threads. */
  threads(): number
  close(): Promise<void>
}

/** Most jobs need nothing besides the body. */
const none: ThreadHelpers = {
  fetch: () => Promise.reject(new Error('this work fetches nothing')),
  keptReasoning: () => Promise.reject(new Error('this work asks for no reasoning')),
  tell: () => Promise.reject(new Error('this work tells nothing')),
}

/** Two, so that a large body does not delay the next one. */
const threadsMax = 2

const bodyThread = new URL('../body-worker.ts', import.meta.url)

/** `file` is the thread's entry point. */
export function createWorkerPool(file = bodyThread): WorkerPool {
  const threads = new Set<BodyThread>()
  const start = (): BodyThread => {
    const thread = new BodyThread(file, (gone) => threads.delete(gone))
    threads.add(thread)
    return thread
  }
  const leastBusy = (): BodyThread => {
    const [first] = [...threads].toSorted((one, other) => one.bytes - other.bytes)
    return first !== undefined && (first.isFree || threads.size === threadsMax) ? first : start()
  }
  return {
    run<Name extends keyof Works>(work: Work<Name>, bytes: number, helpers = {}) {
      // The result type of each kind of work is in messages.ts.
      const job = leastBusy().run(work as Work, { bytes, helpers: { ...none, ...helpers } })
      return job as Promise<Works[Name]['gives']>
    },
    threads: () => threads.size,
    async close() {
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}
