import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { Worker } from 'node:worker_threads'
import { FetchRefused } from '../../upstream/transport/guarded-fetch.ts'
import { handOver } from './hand-over.ts'
import type {
  Answer,
  ThreadHelpers,
  Call,
  End,
  FromThread,
  ToThread,
  Value,
  Work,
} from '../messages.ts'
import { SilenceWatch } from './silence-watch.ts'

/** Threads end when idle, because only that releases a grown heap. */
const idleMs = 5_000

/** Reading and writing the largest request (64 MiB) takes one second; the rest is a margin for busy machines. */
const silenceMs = 60_000

type Job = PromiseWithResolvers<unknown> & {
  readonly helpers: ThreadHelpers
  readonly bytes: number
  /** Jobs waiting to be handed over or for an answer of the loop. */
  waiting: number
}

type Question = Extract<FromThread, { call: Call }>

/** A thread with its jobs. It ends when idle for a while, or silent for too long. */
export class BodyThread {
  readonly #worker: Worker
  readonly #jobs = new Map<number, Job>()
  readonly #gone: (thread: BodyThread) => void
  readonly #watch = new SilenceWatch(silenceMs, () => this.#giveUp())
  #idle: NodeJS.Timeout | null = null
  #last = 0

  /** `gone` is called once it accepts no more jobs. */
  constructor(file: URL, gone: (thread: BodyThread) => void) {
    this.#gone = gone
    this.#worker = new Worker(file, { name: 'body' })
    this.#worker.on('message', (message: FromThread) => this.#hear(message))
    this.#worker.on('error', (error) => this.#drop(error))
    this.#worker.on('exit', () => this.#drop(new Error('a thread for bodies ended')))
  }

  /** Total bytes of its jobs. */
  get bytes(): number {
    return [...this.#jobs.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get isFree(): boolean {
    return this.#jobs.size === 0
  }

  run(work: Work, { bytes, helpers }: Pick<Job, 'bytes' | 'helpers'>): Promise<unknown> {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = null
    this.#worker.ref()
    const job: Job = { ...Promise.withResolvers<unknown>(), helpers, bytes, waiting: 1 }
    this.#last += 1
    this.#jobs.set(this.#last, job)
    void this.#give(this.#last, job, work)
    return job.promise
  }

  /** The silence timer of a job starts after its last byte is handed over. */
  async #give(number: number, job: Job, work: Work): Promise<void> {
    try {
      await handOver(this.#worker, number, work)
      job.waiting -= 1
      if (this.#jobs.has(number)) this.#watch.begin()
    } catch (error) {
      job.reject(error)
      this.#jobs.delete(number)
      if (this.isFree) this.#rest()
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #tell(message: ToThread): void {
    this.#worker.postMessage(message, 'value' in message ? movedOf(message.value) : [])
  }

  #hear(message: FromThread): void {
    const job = this.#jobs.get(message.job)
    if (job === undefined) return
    if ('call' in message) void this.#answer(job, message)
    else {
      this.#jobs.delete(message.job)
      endJob(job, message)
    }
    this.#watch.heard(this.#isBusy)
    if (this.isFree) this.#rest()
  }

  /** It has a job that does not wait for the loop. */
  get #isBusy(): boolean {
    return [...this.#jobs.values()].some(({ waiting }) => waiting === 0)
  }

  async #answer(job: Job, question: Question): Promise<void> {
    job.waiting += 1
    const answer = await answerTo(job, question)
    job.waiting -= 1
    this.#tell(answer)
    if (!this.isFree) this.#watch.begin()
  }

  #rest(): void {
    // An idle thread must not keep the process alive.
    this.#worker.unref()
    this.#idle = setTimeout(() => {
      this.#gone(this)
      void this.#worker.terminate()
    }, idleMs)
    this.#idle.unref()
  }

  #giveUp(): void {
    this.#drop(new Error('a thread for bodies did not end its work'))
    void this.#worker.terminate()
  }

  #drop(error: Error): void {
    this.#gone(this)
    this.#watch.stop()
    if (this.#idle !== null) clearTimeout(this.#idle)
    for (const job of this.#jobs.values()) job.reject(error)
    this.#jobs.clear()
  }
}

function endJob(job: Job, message: End): void {
  if ('done' in message) return job.resolve(message.done)
  if ('bug' in message) return job.reject(new Error(`work on a body met a bug: ${message.bug}`))
  const { code, params } = message.refusal
  job.reject(new Refusal(code, params))
}

async function answerTo(job: Job, { question, call }: Question): Promise<Answer> {
  try {
    return { answer: question, value: await asked(job.helpers, call) }
  } catch (error) {
    const isRefused = error instanceof FetchRefused
    if (!isRefused) job.reject(error)
    return { answer: question, refused: isRefused ? error.words : phrase('given up') }
  }
}

/** Buffers with memory of their own are transferred instead of copied. */
function movedOf(value: Value): ArrayBuffer[] {
  if (value === null || !('bytes' in value)) return []
  const { buffer, byteLength } = value.bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

function asked(helpers: ThreadHelpers, call: Call): Promise<Value> {
  switch (call.name) {
    case 'fetch':
      return helpers.fetch(...call.args)
    case 'keptReasoning':
      return helpers.keptReasoning(...call.args)
    case 'tell':
      return helpers.tell(...call.args)
  }
}
