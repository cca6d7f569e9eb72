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
import type { ClientsWay } from '../../domain/channels/spoken.ts'
import { bufferOf } from '../../lib/bytes.ts'
import { deliveredTextIn } from '../../charging/delivered-content.ts'
import { jsonOf, wordsIn } from './scan/scan.ts'
import { namedForClient, type ClientContext } from './client-context.ts'
import { mayHoldUntranslated, untranslatedTextsIn as unreadIn } from './untranslated.ts'
import { type AnswerFacts, answerFactsOf, seenIn } from './answer-facts.ts'

/*
 * The work on a whole answer, from data to data: on the loop where it is small, else in a thread.
 */

/** A whole answer as events; null: it is no JSON object. */
export function eventsIn(from: SpokenDialect, body: Buffer): readonly ModelEvent[] | null {
  const text = body.toString('utf8')
  if (isTooDeep(text)) return [tooDeep]
  const fields = fieldsOf(jsonOf(text))
  return fields === null ? null : withinBounds(spokenBySuppliers[from].asClient.answer(fields))
}

/** An answer for a client who speaks another dialect than its supplier. */
export type ToTranslate = {
  /** The supplier's dialect. */
  readonly from: SpokenDialect
  /** The client's request. */
  readonly way: ClientsWay
  readonly hearing: ClientContext
  /** The body that asked, where the answer repeats what of it is not in `hearing`; null: it is all there. */
  readonly asked: Uint8Array | null
  /** Somebody keeps reasoning of it. */
  readonly isSeen: boolean
}

/** The usage as the client is told it, once the answer is known; null: nothing is told. */
export type Tell = (heard: AnswerFacts) => Promise<UsageEvent | null>

/** The reason that there is nothing for the client. */
export type NoAnswer =
  | { readonly kind: 'no-json' | 'empty' }
  | { readonly kind: 'failed'; readonly failure: Failure }

export type Translation =
  | NoAnswer
  | {
      readonly kind: 'answer'
      readonly body: Buffer
      /** Its content that the client's dialect has no place for. */
      readonly lost: readonly string[]
    }

/** An answer written anew. What it says never leaves this function but as bytes. */
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

/** The whole request, with what was found out about it since. */
function readAgain(asked: Uint8Array, way: ClientsWay, { rest }: ModelRequest): ModelRequest {
  const read = clientOf(way).asServer.request(JSON.parse(bufferOf(asked).toString('utf8')))
  if (!read.ok) throw new Error('a request can no longer be read')
  return { ...read.value, rest: { ...read.value.rest, ...rest } }
}

/** Null: they are an answer. */
function noAnswerIn(events: readonly ModelEvent[] | null): NoAnswer | null {
  if (events === null) return { kind: 'no-json' }
  const failed = events.find((event) => event.kind === 'failed')
  if (failed !== undefined) return { kind: 'failed', failure: failed.failure }
  const hasEnded = events.some((event) => isContent(event) || event.kind === 'answer-end')
  return hasEnded ? null : { kind: 'empty' }
}

/** The answer for the client, with the usage that it is told. */
function withUsage(events: readonly ModelEvent[], usage: UsageEvent | null): ModelEvent[] {
  const told = events.filter(({ kind }) => kind !== 'usage')
  const end = told.findIndex(({ kind }) => kind === 'end')
  return usage === null ? told : told.toSpliced(end === -1 ? told.length : end, 0, usage)
}

/** An answer that goes on as it came. */
export type ToLookAt = {
  readonly from: DialectName
  /** Somebody keeps reasoning of it. */
  readonly isSeen: boolean
}

/** The facts of such an answer. */
export type Looked = NoAnswer | ({ readonly kind: 'answer' } & AnswerFacts)

/** Looks at an answer that goes on as it came. */
export function lookedAt({ from, isSeen }: ToLookAt, body: Buffer): Looked {
  const dialect = dialects[from]
  if (dialect.asClient.scan !== null) return scannedWhole(dialect, body, isSeen)
  const events = eventsIn(from, body)
  const none = noAnswerIn(events)
  if (none !== null) return none
  const unread = mayHoldUntranslated(from, body) ? unreadIn({ from, body }) : []
  return { kind: 'answer', ...answerFactsOf(events ?? [], { unread, isSeen }) }
}

/** Without events, but for whoever keeps reasoning. */
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

/** A choice without text, calls or anything else that we may not know of. */
function saysNothing(choice: unknown): boolean {
  const { message, text } = fieldsOf(choice) ?? {}
  const { role: _, ...said } = fieldsOf(message) ?? {}
  return [text, ...Object.values(said)].every(isNothing)
}

const isNothing = (value: unknown): boolean =>
  (value ?? '') === '' || (Array.isArray(value) && value.length === 0)
