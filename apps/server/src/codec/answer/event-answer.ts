import type { SpokenDialect } from '@posthouse/llm/canonical/dialect'
import type { UsageEvent } from '@posthouse/llm/canonical/event'
import type { Channel } from '../../domain/channels/channel.ts'
import type { ClientRoute } from '../../domain/channels/dialect-choice.ts'
import { emptyAnswer } from '../../upstream/attempt-failure.ts'
import type { Tell } from './answers.ts'
import type { BodyWorkers } from '../body-workers.ts'
import { isExact } from '../../charging/settlement.ts'
import type { AnswerPassage, TellUsage } from './answer.ts'
import { usageEventOf } from './event-watch.ts'
import { heardOf, noAnswer } from './heard-answer.ts'
import type { PassageWork } from './passage.ts'
import type { ClientContext } from './client-context.ts'

export type EventAnswerWork = PassageWork & {
  readonly channel: Channel
  readonly from: SpokenDialect
  readonly bodies: Pick<BodyWorkers, 'translate'>
  readonly way: ClientRoute
  readonly hearing: ClientContext
  /** Request body. */
  readonly asked: Buffer
}

/** Translates a whole answer by way of events. */
export const eventAnswer = (work: EventAnswerWork): AnswerPassage => ({
  read: async (body, tell) => {
    if (body.length === 0) return { failure: emptyAnswer }
    const { from, way, hearing, asked, see } = work
    const toTranslate = { from, way, hearing, asked, isSeen: see !== undefined }
    const found = await work.bodies.translate(toTranslate, body, toldBy(work, tell))
    return found.kind === 'answer' ? found : noAnswer(found, work.channel)
  },
  passing: null,
})

/** Usage to show: the report, our count, or nothing. */
export const toldBy =
  (work: PassageWork, tell: TellUsage): Tell =>
  async (heard): Promise<UsageEvent | null> => {
    const answer = heardOf(work, heard)
    const { reported } = answer
    const used = await tell(answer)
    if (used !== null) return { ...usageEventOf({ ...reported, usage: used }), counted: true }
    return reported !== null && isExact(reported) ? usageEventOf(reported) : null
  }
