import { parentPort } from 'node:worker_threads'
import { FetchRefused } from '../../upstream/guarded-fetch.ts'
import { readBody } from '../surfaces/read-body.ts'
import { answerOf, eventsIn, lookedAt, vectorsIn } from './answers.ts'
import type { Call, FromThread, ToThread, Work, Works } from './messages.ts'
import { type Helpers, prepare, type Preparation } from './prepare.ts'

/** Questions that the loop has not answered. */
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

const helpersOf = (job: number): Helpers => ({
  fetch: async (...args) => {
    const { mediaType, bytes } = (await ask(job, { name: 'fetch', args })) as Fetched
    return { mediaType, bytes: bufferOf(bytes) }
  },
  thoughts: (...args) => ask(job, { name: 'thoughts', args }) as ReturnType<Helpers['thoughts']>,
})

type Fetched = Awaited<ReturnType<Helpers['fetch']>>

/** Between threads a buffer is an array of bytes. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

async function done(job: number, work: Work): Promise<Works[keyof Works]['gives']> {
  switch (work.kind) {
    case 'read':
      return readBody(work.as, bufferOf(work.body))
    case 'prepare': {
      const outgoing = { ...work.outgoing, body: bufferOf(work.outgoing.body) }
      return withoutMessages(await prepare({ ...work, outgoing }, helpersOf(job)))
    }
    case 'events':
      return eventsIn(work.from, bufferOf(work.body))
    case 'write':
      return answerOf(work)
    case 'look':
      return lookedAt(bufferOf(work.body), work.isSeen)
    case 'vectors':
      return vectorsIn(work.way, bufferOf(work.body))
  }
}

/** What was said stays here: whoever writes the answer reads none of it. */
const withoutMessages = ({ prepared, asked: request }: Preparation): Preparation => ({
  prepared,
  asked: request?.ok === true ? { ok: true, value: { ...request.value, messages: [] } } : request,
})

/** A body moves instead of being copied. */
function movedOf(result: Works[keyof Works]['gives']): ArrayBuffer[] {
  const bytes = bytesIn(result)
  const isWhole = bytes !== null && bytes.buffer.byteLength === bytes.byteLength
  return isWhole && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}

function bytesIn(result: Works[keyof Works]['gives']): Uint8Array | null {
  if (result instanceof Uint8Array) return result
  if (result === null || Array.isArray(result)) return null
  if ('prepared' in result) return 'body' in result.prepared ? result.prepared.body : null
  return 'body' in result ? result.body : null
}

async function run(job: number, work: Work): Promise<void> {
  try {
    const result = await done(job, work)
    post({ job, done: result }, movedOf(result))
  } catch (error) {
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
