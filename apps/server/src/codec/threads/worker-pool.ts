import { BodyThread } from './body-thread.ts'
import type { ThreadHelpers, Work, Works } from '../messages.ts'

/** Threads that do one job after the other. */
export type WorkerPool = {
  /**
   * Rejects with the `Refusal` that the work comes to, when it meets a bug, when its thread says nothing for too
   * long, or with what a helper throws that is no `FetchRefused`.
   */
  run<Name extends keyof Works>(
    work: Work<Name>,
    bytes: number,
    helpers?: Partial<ThreadHelpers>,
  ): Promise<Works[Name]['gives']>
  /** Those that are alive. */
  threads(): number
  close(): Promise<void>
}

/** Most work asks for nothing beside the body. */
const none: ThreadHelpers = {
  fetch: () => Promise.reject(new Error('this work fetches nothing')),
  keptReasoning: () => Promise.reject(new Error('this work asks for no reasoning')),
  tell: () => Promise.reject(new Error('this work tells nothing')),
}

/** Two: while one has a large body, the next does not wait for it. */
const threadsMax = 2

const bodyThread = new URL('../body-worker.ts', import.meta.url)

/** `file` is what its threads run. */
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
      // A thread gives what its kind of work gives: messages.ts says which.
      const job = leastBusy().run(work as Work, { bytes, helpers: { ...none, ...helpers } })
      return job as Promise<Works[Name]['gives']>
    },
    threads: () => threads.size,
    async close() {
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}
