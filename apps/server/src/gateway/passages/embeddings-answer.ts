import { dialects } from '@posthouse/llm/dialects'
import { type Fields, fieldsOf } from '@posthouse/llm/parts/fields'
import { toGeminiEmbeddings, toOpenAiEmbeddings } from '@posthouse/llm/protocols/gemini/embed'
import type { Channel } from '../../channels/channel.ts'
import { emptyAnswer, failureIn, noJson } from '../../upstream/attempt-failure.ts'
import type { Reported } from '../exchange.ts'
import type { AnswerPassage, WholeAnswer } from './answer.ts'
import { checked, type PassageWork } from './passage.ts'
import { jsonOf, lastObject } from './scan.ts'

/** Vectors where Gemini is on one side or on both. */
export type EmbeddingsWork = PassageWork & {
  readonly channel: Channel
  readonly from: 'openai-chat' | 'gemini'
  /** The client's: `bytes` speaks the same, and gets them as they came. */
  readonly to:
    | { readonly kind: 'bytes' }
    | { readonly kind: 'gemini'; readonly single: boolean }
    | {
        readonly kind: 'openai'
        readonly model: string
        readonly format: 'float' | 'base64'
        /** Told when the supplier does not say: OpenAI's clients count on it. */
        readonly countedInput: number
      }
}

/** JSON up to this is parsed only to be looked at; longer text would hold the event loop up. */
const lookedAtBytesMax = 1024 * 1024

export const embeddingsAnswer = (work: EmbeddingsWork): AnswerPassage => ({
  read: (body) => {
    if (body.length === 0) return { failure: emptyAnswer }
    if (work.to.kind === 'bytes' && body.length > lookedAtBytesMax) return unread(work, body)
    const text = body.toString('utf8')
    const fields = fieldsOf(jsonOf(text))
    if (fields === null) return { failure: noJson }
    if ((fields['error'] ?? null) !== null) {
      const failure = dialects[work.from].asClient.failure(200, text)
      return { failure: failureIn(failure, work.channel) }
    }
    if (!hasVectors(fields)) return { failure: emptyAnswer }
    const written = work.to.kind === 'bytes' ? body : writtenFor(work.to, fields)
    if (written === null) return { failure: emptyAnswer }
    const reported = usageIn(work, fields[work.from === 'gemini' ? usageName : 'usage'])
    return { body: written, reported, countedAs: null, texts: () => [] }
  },
  usageInTail:
    work.to.kind === 'bytes' ? (tail) => usageIn(work, lastObject(textOf(tail), usageName)) : null,
})

const textOf = (bytes: Buffer): string => bytes.toString('latin1')

const usageName = 'usageMetadata'

function unread(work: EmbeddingsWork, body: Buffer): WholeAnswer {
  if (!textOf(body.subarray(0, 16)).trimStart().startsWith('{')) return { failure: noJson }
  const reported = usageIn(work, lastObject(textOf(body.subarray(-lookedAtBytesMax)), usageName))
  return { body, reported, countedAs: null, texts: () => [] }
}

function hasVectors(fields: Fields): boolean {
  const found = fields['embeddings'] ?? fields['data'] ?? fields['embedding'] ?? []
  return !Array.isArray(found) || found.length > 0
}

/** Null: the vectors are none. */
function writtenFor(
  to: Exclude<EmbeddingsWork['to'], { kind: 'bytes' }>,
  fields: Fields,
): Buffer | null {
  if (to.kind === 'gemini') return bytesOf(toGeminiEmbeddings(fields, to.single ? 'one' : 'batch'))
  const answer = toOpenAiEmbeddings(fields, to)
  const counted = { prompt_tokens: to.countedInput, total_tokens: to.countedInput }
  return bytesOf(answer === null ? null : { ...answer, usage: answer['usage'] ?? counted })
}

const bytesOf = (fields: Fields | null): Buffer | null =>
  fields === null ? null : Buffer.from(JSON.stringify(fields))

function usageIn(work: EmbeddingsWork, usage: unknown): Reported | null {
  const reported = dialects[work.from].usage(usage)
  return reported === null ? null : checked(reported, work, () => 0)
}
