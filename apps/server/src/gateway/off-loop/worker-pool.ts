import { phrase } from '@posthouse/contract/phrases'
import { Worker } from 'node:worker_threads'
import { FetchRefused } from '../../upstream/guarded-fetch.ts'
import { handOver } from './hand-over.ts'
import type { Call, FromThread, ToThread, Work, Works } from './messages.ts'
import type { Helpers } from './prepare.ts'

/** Threads that do one job after the other. */
export type WorkerPool = {
  /** Rejects when the work meets a bug, or with what a helper throws that is no `FetchRefused`. */
  run<Name extends keyof Works>(
    work: Work<Name>,
    bytes: number,
    helpers?: Helpers,
  ): Promise<Works[Name]['gives']>
  /** Those that are alive. */
  threads(): number
  close(): Promise<void>
}

type Job = PromiseWithResolvers<unknown> & { readonly helpers: Helpers; readonly bytes: number }

type Thread = {
  readonly worker: Worker
  readonly jobs: Map<number, Job>
  idle: NodeJS.Timeout | null
}

/** Most work asks for nothing beside the body. */
const none: Helpers = {
  fetch: () => Promise.reject(new Error('this work fetches nothing')),
  thoughts: () => Promise.reject(new Error('this work asks for no thoughts')),
}

/** Two: while one has a large body, the next does not wait for it. */
const threadsMax = 2
/** A heap that grew is given back by the end of its thread alone. */
const idleMs = 5_000

export function createWorkerPool(): WorkerPool {
  const threads = new Set<Thread>()
  let last = 0

  const drop = (thread: Thread, error: Error): void => {
    threads.delete(thread)
    if (thread.idle !== null) clearTimeout(thread.idle)
    for (const job of thread.jobs.values()) job.reject(error)
    thread.jobs.clear()
  }
  const rest = (thread: Thread): void => {
    // A thread that has nothing to do must not keep the process alive.
    thread.worker.unref()
    thread.idle = setTimeout(() => {
      threads.delete(thread)
      void thread.worker.terminate()
    }, idleMs)
    thread.idle.unref()
  }
  const hear = (thread: Thread, message: FromThread): void => {
    const job = thread.jobs.get(message.job)
    if (job === undefined) return
    if ('call' in message) return void help(thread, job, message)
    thread.jobs.delete(message.job)
    if ('done' in message) job.resolve(message.done)
    else job.reject(new Error(`preparing a body met a bug: ${message.bug}`))
    if (thread.jobs.size === 0) rest(thread)
  }
  const start = (): Thread => {
    const worker = new Worker(new URL('./body-worker.ts', import.meta.url), { name: 'body' })
    const thread: Thread = { worker, jobs: new Map(), idle: null }
    threads.add(thread)
    worker.on('message', (message: FromThread) => hear(thread, message))
    worker.on('error', (error) => drop(thread, error))
    worker.on('exit', () => drop(thread, new Error('a thread for bodies ended')))
    return thread
  }
  const leastBusy = (): Thread => {
    const [first] = [...threads].toSorted((one, other) => bytesOf(one) - bytesOf(other))
    const isFree = first !== undefined && first.jobs.size === 0
    return first !== undefined && (isFree || threads.size === threadsMax) ? first : start()
  }
  return {
    async run<Name extends keyof Works>(work: Work<Name>, bytes: number, helpers = none) {
      const thread = leastBusy()
      if (thread.idle !== null) clearTimeout(thread.idle)
      thread.idle = null
      thread.worker.ref()
      const job: Job = { ...Promise.withResolvers<unknown>(), helpers, bytes }
      last += 1
      thread.jobs.set(last, job)
      handOver(thread.worker, last, work as Work).catch(job.reject)
      // A thread gives what its kind of work gives: messages.ts says which.
      return job.promise as Promise<Works[Name]['gives']>
    },
    threads: () => threads.size,
    async close() {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

const bytesOf = ({ jobs }: Thread): number =>
  [...jobs.values()].reduce((sum, { bytes }) => sum + bytes, 0)

const tell = ({ worker }: Thread, message: ToThread, moved: readonly ArrayBuffer[] = []): void =>
  worker.postMessage(message, moved)

type Question = { readonly question: number; readonly call: Call }

async function help(thread: Thread, job: Job, { question, call }: Question): Promise<void> {
  try {
    const value = await answerTo(job.helpers, call)
    tell(thread, { answer: question, value }, movedOf(value))
  } catch (error) {
    const isRefused = error instanceof FetchRefused
    if (!isRefused) job.reject(error)
    tell(thread, { answer: question, refused: isRefused ? error.words : phrase('given up') })
  }
}

type Answer = Awaited<ReturnType<Helpers['fetch'] | Helpers['thoughts']>>

/** Bytes that have memory of their own move instead of being copied. */
function movedOf(value: Answer): ArrayBuffer[] {
  if (!('bytes' in value)) return []
  const { buffer, byteLength } = value.bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

const answerTo = (helpers: Helpers, call: Call): Promise<Answer> =>
  call.name === 'fetch' ? helpers.fetch(...call.args) : helpers.thoughts(...call.args)
