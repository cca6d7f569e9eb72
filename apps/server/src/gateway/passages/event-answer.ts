import type { DialectName } from '@posthouse/llm/dialect'
import { isContent, type ModelEvent, type UsageEvent } from '@posthouse/llm/event'
import type { ModelRequest } from '@posthouse/llm/request'
import type { Usage } from '@posthouse/llm/usage'
import type { Channel } from '../../channels/channel.ts'
import { emptyAnswer, failureIn, noJson } from '../../upstream/attempt-failure.ts'
import type { Way } from '../../channels/spoken.ts'
import type { Reported } from '../exchange.ts'
import type { BodyWorkers } from '../off-loop/body-workers.ts'
import { isExact } from '../settlement.ts'
import type { AnswerPassage, WholeAnswer } from './answer.ts'
import { bodyWithUsage } from './body-usage.ts'
import { escaped, reportIn, textIn, usageEventOf } from './event-watch.ts'
import { checked, lengthOf, type PassageWork } from './passage.ts'
import { forClient } from './translated.ts'
import { mayHoldUnread } from './unread.ts'

export type EventAnswerWork = PassageWork & {
  readonly channel: Channel
  /** What the upstream speaks. */
  readonly from: DialectName
  readonly bodies: Pick<BodyWorkers, 'events' | 'write' | 'compute'>
  /** What the client speaks and asked. Null: the same, and it gets the bytes as they came. */
  readonly to: {
    readonly way: Way
    readonly request: ModelRequest
    /** Seconds: when the answer began, for suppliers that do not say. */
    readonly now: number
    /** What the client knows the answer by; null: what its supplier calls it. */
    readonly name: string | null
    readonly ownName: string
  } | null
}

/** A whole answer that is read as events. */
export const eventAnswer = (work: EventAnswerWork): AnswerPassage => ({
  read: (body) => readAnswer(work, body),
  passing: null,
})

async function readAnswer(work: EventAnswerWork, body: Buffer): Promise<WholeAnswer> {
  if (body.length === 0) return { failure: emptyAnswer }
  const events = await work.bodies.events(work.from, body)
  if (events === null) return { failure: noJson }
  const failed = events.find((event) => event.kind === 'failed')
  if (failed !== undefined) return { failure: failureIn(failed.failure, work.channel) }
  const ended = events.some((event) => isContent(event) || event.kind === 'answer-end')
  if (!ended) return { failure: emptyAnswer }
  const usage = events.findLast((event) => event.kind === 'usage')
  const { to } = work
  const unread = to === null ? await unreadIn(work, body) : []
  const texts = (): string[] =>
    [...unread, ...events.map(textIn)].map(escaped).filter((text) => text !== '')
  const reported =
    usage === undefined
      ? null
      : checked(reportIn(usage), work, { saidBytes: () => lengthOf(texts()) })
  const isEmpty = (): boolean => unread.length === 0 && !events.some(isContent)
  if (to === null) {
    const tier = reported?.tier
    const countedAs = (used: Usage): Promise<Buffer> => {
      const told = { usage: used, ...(tier !== undefined && { tier }) }
      return bodyWithUsage(work.bodies, { body, dialect: work.from }, told)
    }
    return { body, reported, countedAs, texts, isEmpty }
  }
  for (const event of events) work.see?.(event)
  const told = (from: Reported | null, counted: boolean): Promise<Buffer> => {
    const said = from === null ? null : { ...usageEventOf(from), ...(counted && { counted }) }
    const written = { way: to.way, events: eventsFor(to, events, said), request: to.request }
    return work.bodies.write(written, body.length)
  }
  return {
    body: await told(isExact(reported) ? reported : null, false),
    reported,
    countedAs: (used) => told({ ...reported, usage: used, absurd: false }, true),
    texts,
    isEmpty,
  }
}

/** What the model wrote that is no event, where the client gets it all the same. */
const unreadIn = async (
  { from, bodies }: EventAnswerWork,
  body: Buffer,
): Promise<readonly string[]> =>
  mayHoldUnread(from, body) ? bodies.compute('unread', { from, body }, body.length) : []

/** What the client is told, with the usage that it is told. */
function eventsFor(
  to: NonNullable<EventAnswerWork['to']>,
  events: readonly ModelEvent[],
  usage: UsageEvent | null,
): readonly ModelEvent[] {
  const told = events.filter(({ kind }) => kind !== 'usage')
  const end = told.findIndex(({ kind }) => kind === 'end')
  const whole = usage === null ? told : told.toSpliced(end === -1 ? told.length : end, 0, usage)
  return whole.map(forClient(to))
}
