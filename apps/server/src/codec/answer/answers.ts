import type { DialectName, SpokenDialect } from '@posthouse/llm/canonical/dialect'
import {
  clientOf,
  type Dialect,
  dialects,
  scanOf,
  spokenBySuppliers,
} from '@posthouse/llm/dialects'
import { isContent, type ModelEvent, type UsageEvent } from '@posthouse/llm/canonical/event'
import type { Failure } from '@posthouse/llm/canonical/failure'
import { tooDeep, withinBounds } from '@posthouse/llm/canonical/answer-bounds'
import { fieldsOf, textOf } from '@posthouse/llm/bytes/fields'
import { lostIn } from '@posthouse/llm/canonical/losses'
import { isTooDeep } from '@posthouse/llm/bytes/nesting'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import type { ClientRoute } from '../../domain/channels/dialect-choice.ts'
import { bufferOf } from '../../lib/bytes.ts'
import { deliveredTextIn } from '../../charging/delivered-content.ts'
import { jsonOf, wordsIn } from './scan/scan.ts'
import { namedForClient, type ClientContext } from './client-context.ts'
import { mayHoldUntranslated, untranslatedTextsIn as unreadIn } from './untranslated.ts'
import { type AnswerFacts, answerFactsOf, seenIn } from './answer-facts.ts'

/*
 * Pure functions over a whole answer, run on the loop for small answers, else in a thread.
 */

/** Reads a whole answer as events; null if it is no JSON object. */
export function eventsIn(from: SpokenDialect, body: Buffer): readonly ModelEvent[] | null {
  const text = body.toString('utf8')
  if (isTooDeep(text)) return [tooDeep]
  const fields = fieldsOf(jsonOf(text))
  return fields === null ? null : withinBounds(spokenBySuppliers[from].asClient.answer(fields))
}

/** An answer to translate to the client's dialect. */
export type ToTranslate = {
  readonly from: SpokenDialect
  readonly way: ClientRoute
  readonly hearing: ClientContext
  /** The request body, if the answer repeats parts of it that `hearing` lacks. */
  readonly asked: Uint8Array | null
  /** Its reasoning is stored. */
  readonly isSeen: boolean
}

/** Returns the usage to show to the client, or null. */
export type Tell = (heard: AnswerFacts) => Promise<UsageEvent | null>

/** Why there is no answer for the client. */
export type NoAnswer =
  | { readonly kind: 'no-json' | 'empty' }
  | { readonly kind: 'failed'; readonly failure: Failure }

export type Translation =
  | NoAnswer
  | {
      readonly kind: 'answer'
      readonly body: Buffer
      /** Content that the client's dialect cannot carry. */
      readonly lost: readonly string[]
    }

/** Translates an answer. Its text leaves this function as bytes only. */
export async function translate(
  { from, way, hearing, asked, isSeen }: ToTranslate,
  body: Buffer,
  tell: Tell,
): Promise<Translation> {
  const events = eventsIn(from, body)
  const none = noAnswerIn(events)
  if (none !== null) return none
  const usage = await tell(answerFactsOf(events ?? [], { unread: [], isSeen }))
  const told = withUsage(events ?? [], usage).map(namedForClient(hearing))
  const client = clientOf(way).asServer
  const request = asked === null ? hearing.request : readAgain(asked, way, hearing.request)
  const answer = client.answer(told, request)
  const lost = lostIn(client.losses, told, 'whole')
  return { kind: 'answer', body: Buffer.from(JSON.stringify(answer)), lost }
}

/** Reads the whole request again and adds what was found out since. */
function readAgain(asked: Uint8Array, way: ClientRoute, { rest }: ModelRequest): ModelRequest {
  const read = clientOf(way).asServer.request(JSON.parse(bufferOf(asked).toString('utf8')))
  if (!read.ok) throw new Error('a request can no longer be read')
  return { ...read.value, rest: { ...read.value.rest, ...rest } }
}

/** Null if the events form an answer. */
function noAnswerIn(events: readonly ModelEvent[] | null): NoAnswer | null {
  if (events === null) return { kind: 'no-json' }
  const failed = events.find((event) => event.kind === 'failed')
  if (failed !== undefined) return { kind: 'failed', failure: failed.failure }
  const hasEnded = events.some((event) => isContent(event) || event.kind === 'answer-end')
  return hasEnded ? null : { kind: 'empty' }
}

/** Replaces the usage by the one to show. */
function withUsage(events: readonly ModelEvent[], usage: UsageEvent | null): ModelEvent[] {
  const told = events.filter(({ kind }) => kind !== 'usage')
  const end = told.findIndex(({ kind }) => kind === 'end')
  return usage === null ? told : told.toSpliced(end === -1 ? told.length : end, 0, usage)
}

/** An answer that is forwarded unchanged. */
export type ToLookAt = {
  readonly from: DialectName
  /** Somebody keeps reasoning of it. */
  readonly isSeen: boolean
}

export type Looked = NoAnswer | ({ readonly kind: 'answer' } & AnswerFacts)

/** Reads the facts of an answer that is forwarded unchanged. */
export function lookedAt({ from, isSeen }: ToLookAt, body: Buffer): Looked {
  const dialect = dialects[from]
  if (dialect.asClient.scan !== null) return scannedWhole(dialect, body, isSeen)
  const events = eventsIn(from, body)
  const none = noAnswerIn(events)
  if (none !== null) return none
  const unread = mayHoldUntranslated(from, body) ? unreadIn({ from, body }) : []
  return { kind: 'answer', ...answerFactsOf(events ?? [], { unread, isSeen }) }
}

/** Reads events only if reasoning is stored. */
function scannedWhole(dialect: Dialect, body: Buffer, isSeen: boolean): Looked {
  const { failureInWhole, usageIn } = scanOf(dialect)
  const whole = body.toString('utf8')
  if (isTooDeep(whole)) return { kind: 'failed', failure: tooDeep.failure }
  const fields = fieldsOf(jsonOf(whole))
  if (fields === null) return { kind: 'no-json' }
  const failure = failureInWhole(fields)
  if (failure !== null) return { kind: 'failed', failure }
  const { choices } = fields
  if (!Array.isArray(choices) || choices.length === 0) return { kind: 'empty' }
  const usage = usageIn(fields)
  const tier = textOf(fields['service_tier'])
  return {
    kind: 'answer',
    reported: usage === null || tier === null ? usage : { ...usage, tier },
    isEmpty: choices.every(saysNothing),
    said: deliveredTextIn(wordsIn(body.toString('latin1'))),
    seen: isSeen ? seenIn(dialect.asClient.answer(fields)) : [],
  }
}

/** Whether a choice has no text, no calls and no unknown content. */
function saysNothing(choice: unknown): boolean {
  const { message, text } = fieldsOf(choice) ?? {}
  const { role: _, ...said } = fieldsOf(message) ?? {}
  return [text, ...Object.values(said)].every(isNothing)
}

const isNothing = (value: unknown): boolean =>
  (value ?? '') === '' || (Array.isArray(value) && value.length === 0)
