import { parentPort } from 'node:worker_threads'
import { FetchRefused } from '../../upstream/guarded-fetch.ts'
import { readBody } from '../surfaces/read-body.ts'
import type { Call, Done, FromThread, ToThread, Work } from './messages.ts'
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

async function done(job: number, work: Work): Promise<Done> {
  if (work.kind === 'read') {
    return { kind: 'read', reading: readBody(work.as, bufferOf(work.body)) }
  }
  const outgoing = { ...work.outgoing, body: bufferOf(work.outgoing.body) }
  const preparation = await prepare({ ...work, outgoing }, helpersOf(job))
  return { kind: 'prepare', preparation: withoutMessages(preparation) }
}

/** What was said stays here: whoever writes the answer reads none of it. */
const withoutMessages = ({ prepared, asked: request }: Preparation): Preparation => ({
  prepared,
  asked: request?.ok === true ? { ok: true, value: { ...request.value, messages: [] } } : request,
})

/** A body moves instead of being copied. */
function movedOf(result: Done): ArrayBuffer[] {
  if (result.kind === 'read' || !('body' in result.preparation.prepared)) return []
  const { buffer, byteLength } = result.preparation.prepared.body
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
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
