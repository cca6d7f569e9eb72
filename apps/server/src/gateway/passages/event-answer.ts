import type { Dialect } from '@posthouse/llm/dialects'
import { isContent, type ModelEvent, type UsageEvent } from '@posthouse/llm/event'
import { fieldsOf } from '@posthouse/llm/parts/fields'
import type { ModelRequest } from '@posthouse/llm/request'
import type { Channel } from '../../channels/channel.ts'
import { emptyAnswer, failureIn, noJson } from '../../upstream/attempt-failure.ts'
import type { Reported } from '../exchange.ts'
import { isBelieved } from '../settlement.ts'
import type { AnswerPassage, WholeAnswer } from './answer.ts'
import { escaped, reportIn, textIn } from './event-watch.ts'
import { checked, lengthOf, type PassageWork } from './passage.ts'
import { jsonOf } from './scan.ts'
import { forClient } from './translated.ts'

export type EventAnswerWork = PassageWork & {
  readonly channel: Channel
  /** What the upstream speaks. */
  readonly from: Dialect
  /** What the client speaks and asked. Null: the same, and it gets the bytes as they came. */
  readonly to: {
    readonly dialect: Dialect
    readonly request: ModelRequest
    /** Seconds: when the answer began, for suppliers that do not say. */
    readonly now: number
    /** What the client knows the answer by; null: what its supplier calls it. */
    readonly name: string | null
  } | null
}

/** A whole answer that is read as events. */
export const eventAnswer = (work: EventAnswerWork): AnswerPassage => ({
  read: (body) => readAnswer(work, body),
  usageInTail: null,
})

function readAnswer(work: EventAnswerWork, body: Buffer): WholeAnswer {
  if (body.length === 0) return { failure: emptyAnswer }
  const fields = fieldsOf(jsonOf(body.toString('utf8')))
  if (fields === null) return { failure: noJson }
  const events = work.from.asClient.answer(fields)
  const failed = events.find((event) => event.kind === 'failed')
  if (failed !== undefined) return { failure: failureIn(failed.failure, work.channel) }
  const ended = events.some((event) => isContent(event) || event.kind === 'answer-end')
  if (!ended) return { failure: emptyAnswer }
  const usage = events.findLast((event) => event.kind === 'usage')
  const texts = (): string[] =>
    events
      .map(textIn)
      .map(escaped)
      .filter((text) => text !== '')
  const reported =
    usage === undefined ? null : checked(reportIn(usage), work, () => lengthOf(texts()))
  const { to } = work
  if (to === null) return { body, reported, countedAs: null, texts }
  for (const event of events) work.see?.(event)
  const told = (from: Reported | null, counted: boolean): Buffer =>
    bodyFor(to, events, from === null ? null : usageEventOf(from, counted))
  return {
    body: told(isBelieved(reported) ? reported : null, false),
    reported,
    countedAs: isBelieved(reported) ? null : (used) => told({ usage: used, absurd: false }, true),
    texts,
  }
}

const usageEventOf = ({ usage, tier }: Reported, counted: boolean): UsageEvent => ({
  kind: 'usage',
  usage,
  ...(tier === undefined ? {} : { tier }),
  ...(counted ? { counted: true } : {}),
})

/** Written anew in the client's dialect, with the usage that it is told. */
function bodyFor(
  to: NonNullable<EventAnswerWork['to']>,
  events: readonly ModelEvent[],
  usage: UsageEvent | null,
): Buffer {
  const { dialect, request } = to
  const told = events.filter(({ kind }) => kind !== 'usage')
  const end = told.findIndex(({ kind }) => kind === 'end')
  const whole = usage === null ? told : told.toSpliced(end === -1 ? told.length : end, 0, usage)
  const named = whole.map(forClient(to))
  return Buffer.from(JSON.stringify(dialect.asServer.answer(named, request)))
}
