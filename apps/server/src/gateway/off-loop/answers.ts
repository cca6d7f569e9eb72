import type { DialectName } from '@posthouse/llm/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/event'
import type { Failure } from '@posthouse/llm/failure'
import { tooDeep, withinBounds } from '@posthouse/llm/parts/answer-bounds'
import { type Fields, fieldsOf, textOf } from '@posthouse/llm/parts/fields'
import { isTooDeep } from '@posthouse/llm/parts/nesting'
import { failureInWhole } from '@posthouse/llm/protocols/openai-chat/stream'
import { usageIn } from '@posthouse/llm/protocols/openai-chat/usage'
import { toGeminiEmbeddings, toOpenAiEmbeddings } from '@posthouse/llm/protocols/gemini/embed'
import type { ModelRequest } from '@posthouse/llm/request'
import type { ReportedUsage } from '@posthouse/llm/usage'
import type { Way } from '../../channels/spoken.ts'
import { clientOf } from '../../upstream/client-dialect.ts'
import { lengthOf } from '../passages/passage.ts'
import { jsonOf, saidIn } from '../passages/scan.ts'

/*
 * What is done with a whole answer, from data to data: on the loop where it is small, else in a thread.
 */

/** A whole answer as events; null: it is no JSON object. */
export function eventsIn(from: DialectName, body: Buffer): readonly ModelEvent[] | null {
  const text = body.toString('utf8')
  if (isTooDeep(text)) return [tooDeep]
  const fields = fieldsOf(jsonOf(text))
  return fields === null ? null : withinBounds(dialects[from].asClient.answer(fields))
}

export type ToWrite = {
  /** How the client asked. */
  readonly way: Way
  readonly events: readonly ModelEvent[]
  readonly request: ModelRequest
}

/** Events as a whole answer. */
export const answerOf = ({ way, events, request }: ToWrite): Buffer =>
  Buffer.from(JSON.stringify(clientOf(way).asServer.answer(events, request)))

/** What OpenAI's own answers come to, of whichever operation. */
export type Looked =
  | { readonly kind: 'no-json' | 'empty' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | {
      readonly kind: 'answer'
      readonly usage: ReportedUsage | null
      readonly tier: string | null
      /** It gives the client nothing at all. */
      readonly isEmpty: boolean
      /** Bytes of what it says, as it stands in its JSON. */
      readonly saidBytes: number
      /** What it means, where somebody looks on. */
      readonly events: readonly ModelEvent[]
    }

/** Looks at an answer with `choices` or `data`, which goes on as it came. */
export function lookedAt(body: Buffer, isSeen: boolean): Looked {
  const whole = body.toString('utf8')
  if (isTooDeep(whole)) return { kind: 'no-json' }
  const fields = fieldsOf(jsonOf(whole))
  if (fields === null) return { kind: 'no-json' }
  const failure = failureInWhole(fields)
  if (failure !== null) return { kind: 'failed', failure }
  const { choices } = fields
  const answers = choices ?? fields['data']
  if (!Array.isArray(answers) || answers.length === 0) return { kind: 'empty' }
  return {
    kind: 'answer',
    usage: usageIn(fields),
    tier: textOf(fields['service_tier']),
    isEmpty: Array.isArray(choices) && choices.every(saysNothing),
    saidBytes: lengthOf(saidIn(body.toString('latin1'))),
    events: isSeen ? dialects['openai-chat'].asClient.answer(fields) : [],
  }
}

/** A choice without text, calls or anything else that we may not know of. */
function saysNothing(choice: unknown): boolean {
  const { message, text } = fieldsOf(choice) ?? {}
  const { role: _, ...said } = fieldsOf(message) ?? {}
  return [text, ...Object.values(said)].every(isNothing)
}

const isNothing = (value: unknown): boolean =>
  (value ?? '') === '' || (Array.isArray(value) && value.length === 0)

/** Who speaks, and who is told. `bytes`: the client speaks the same, and gets them as they came. */
export type VectorsWay = {
  readonly from: 'openai-chat' | 'gemini'
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

export type Vectors =
  | { readonly kind: 'no-json' | 'empty' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** `body` null: as it came. */
  | { readonly kind: 'vectors'; readonly body: Buffer | null; readonly usage: unknown }

/** Vectors for the client. */
export function vectorsIn({ from, to }: VectorsWay, body: Buffer): Vectors {
  const text = body.toString('utf8')
  const fields = fieldsOf(jsonOf(text))
  if (fields === null) return { kind: 'no-json' }
  if ((fields['error'] ?? null) !== null) {
    return { kind: 'failed', failure: dialects[from].asClient.failure(200, text) }
  }
  if (!hasVectors(fields)) return { kind: 'empty' }
  const usage = fields[from === 'gemini' ? 'usageMetadata' : 'usage']
  if (to.kind === 'bytes') return { kind: 'vectors', body: null, usage }
  const written = writtenFor(to, fields)
  return written === null ? { kind: 'empty' } : { kind: 'vectors', body: written, usage }
}

function hasVectors(fields: Fields): boolean {
  const found = fields['embeddings'] ?? fields['data'] ?? fields['embedding'] ?? []
  return !Array.isArray(found) || found.length > 0
}

/** Null: the vectors are none. */
function writtenFor(
  to: Exclude<VectorsWay['to'], { kind: 'bytes' }>,
  fields: Fields,
): Buffer | null {
  if (to.kind === 'gemini') return bytesOf(toGeminiEmbeddings(fields, to.single ? 'one' : 'batch'))
  const answer = toOpenAiEmbeddings(fields, to)
  const counted = { prompt_tokens: to.countedInput, total_tokens: to.countedInput }
  return bytesOf(answer === null ? null : { ...answer, usage: answer['usage'] ?? counted })
}

const bytesOf = (fields: Fields | null): Buffer | null =>
  fields === null ? null : Buffer.from(JSON.stringify(fields))
