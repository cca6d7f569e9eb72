import { Refusal } from '@posthouse/contract/refusal'
import { parentPort } from 'node:worker_threads'
import { FetchRefused } from '../upstream/transport/guarded-fetch.ts'
import { readBody } from './request/read-body.ts'
import { lookedAt, translate } from './answer/answers.ts'
import { bufferOf } from '../lib/bytes.ts'
import { type Computations, computations } from './computations.ts'
import type {
  ThreadHelpers,
  Call,
  Computing,
  FromThread,
  ToThread,
  Work,
  Works,
} from './messages.ts'
import { pieceIn } from './answer/pieces.ts'
import { prepare, withoutMost } from './request/prepare.ts'

/** Questions to the loop without an answer yet. */
const asked = new Map<number, PromiseWithResolvers<unknown>>()
let lastQuestion = 0

const post = (message: FromThread, moved: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, [...moved])

function ask(job: number, call: Call): Promise<unknown> {
  const answer = Promise.withResolvers<unknown>()
  lastQuestion += 1
  asked.set(lastQuestion, answer)
  post({ job, question: lastQuestion, call })
  return answer.promise
}

const helpersOf = (job: number): ThreadHelpers => ({
  fetch: async (...args) => {
    const { mediaType, bytes } = (await ask(job, { name: 'fetch', args })) as Fetched
    return { mediaType, bytes: bufferOf(bytes) }
  },
  keptReasoning: (...args) =>
    ask(job, { name: 'keptReasoning', args }) as ReturnType<ThreadHelpers['keptReasoning']>,
  tell: (...args) => ask(job, { name: 'tell', args }) as ReturnType<ThreadHelpers['tell']>,
})

type Fetched = Awaited<ReturnType<ThreadHelpers['fetch']>>

async function done(job: number, work: Work): Promise<Works[keyof Works]['gives']> {
  switch (work.kind) {
    case 'read':
      return readBody(work.as, bufferOf(work.body))
    case 'prepare': {
      const outgoing = { ...work.outgoing, body: bufferOf(work.outgoing.body) }
      return withoutMost(await prepare({ ...work, outgoing }, helpersOf(job)), outgoing)
    }
    case 'translate':
      return translate(work, bufferOf(work.body), helpersOf(job).tell)
    case 'look':
      return lookedAt(work, bufferOf(work.body))
    case 'piece':
      return pieceIn(work.way, bufferOf(work.body), helpersOf(job).tell)
    case 'compute':
      return computed(work)
  }
}

const computed = <Name extends keyof Computations>({
  name,
  input,
}: Computing<Name>): Computations[Name]['gives'] => computations[name](input)

/** Bodies are transferred instead of copied. */
function movedOf(result: Works[keyof Works]['gives']): ArrayBuffer[] {
  const whole = bytesIn(result).filter(({ buffer, byteLength }) => buffer.byteLength === byteLength)
  const buffers = new Set(whole.map(({ buffer }) => buffer))
  return [...buffers].filter((buffer) => buffer instanceof ArrayBuffer)
}

function bytesIn(result: Works[keyof Works]['gives']): Uint8Array[] {
  if (result instanceof Uint8Array) return [result]
  if (typeof result !== 'object' || result === null) return []
  const values: unknown[] = Object.values('prepared' in result ? result.prepared : result)
  return values.filter((value) => value instanceof Uint8Array)
}

async function run(job: number, work: Work): Promise<void> {
  try {
    const result = await done(job, work)
    post({ job, done: result }, movedOf(result))
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, params } = error
      return post({ job, refusal: { code, params } })
    }
    post({ job, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

parentPort?.on('message', (message: ToThread) => {
  if ('work' in message) return void run(message.job, message.work)
  const question = asked.get(message.answer)
  asked.delete(message.answer)
  if ('refused' in message) question?.reject(new FetchRefused(message.refused))
  else question?.resolve(message.value)
})
