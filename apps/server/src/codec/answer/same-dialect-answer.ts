import type { DialectName } from '@posthouse/llm/canonical/dialect'
import type { Channel } from '../../domain/channels/channel.ts'
import { emptyAnswer } from '../../upstream/attempt-failure.ts'
import type { BodyWorkers } from '../body-workers.ts'
import type { AnswerPassage, TellUsage, WholeAnswer } from './answer.ts'
import { bodyWithUsage } from './body-usage.ts'
import { heardOf, noAnswer } from './heard-answer.ts'
import type { PassageWork } from './passage.ts'

export type SameDialectWork = PassageWork & {
  readonly channel: Channel
  readonly from: DialectName
  readonly bodies: Pick<BodyWorkers, 'look' | 'compute'>
}

/** Forwards a whole answer of the client's dialect unchanged, except for counted usage. */
export const sameDialectAnswer = (work: SameDialectWork): AnswerPassage => ({
  read: (body, tell) => readAnswer(work, body, tell),
  passing: null,
})

async function readAnswer(
  work: SameDialectWork,
  body: Buffer,
  tell: TellUsage,
): Promise<WholeAnswer> {
  if (body.length === 0) return { failure: emptyAnswer }
  const { from, bodies, see, channel } = work
  const found = await bodies.look({ from, isSeen: see !== undefined }, body)
  if (found.kind !== 'answer') return noAnswer(found, channel)
  const answer = heardOf(work, found)
  const used = await tell(answer)
  if (used === null) return { body }
  const told = { ...answer.reported, usage: used }
  return { body: await bodyWithUsage(bodies, { body, dialect: from }, told) }
}
