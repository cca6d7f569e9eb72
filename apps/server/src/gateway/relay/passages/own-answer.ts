import type { DialectName } from '@posthouse/llm/dialect'
import type { Operation } from '@posthouse/llm/suppliers/supplier'
import type { Channel } from '../../../channels/channel.ts'
import { emptyAnswer } from '../../../upstream/attempt-failure.ts'
import type { Reported } from '../../../charging/reported.ts'
import type { BodyWorkers } from '../../off-loop/body-workers.ts'
import type { AnswerPassage, TellUsage, WholeAnswer } from './answer.ts'
import { bodyWithUsage, vectorsWithUsage } from './body-usage.ts'
import { heardOf, noAnswer } from './heard-answer.ts'
import { checked, type PassageWork } from './passage.ts'
import { beginsWithVectors, tierInTail, usageInTail } from './scan.ts'

export type OwnAnswerWork = PassageWork & {
  readonly channel: Channel
  /** What the upstream speaks, and the client. */
  readonly from: DialectName
  readonly operation: Operation
  readonly bodies: Pick<BodyWorkers, 'look' | 'compute'>
}

/** A whole answer in the client's own dialect: the client gets the bytes as they came, but for what is counted. */
export const ownAnswer = (work: OwnAnswerWork): AnswerPassage => ({
  read: (body, tell) => readAnswer(work, body, tell),
  passing:
    work.operation === 'embeddings'
      ? { begins: beginsWithVectors, usageInTail: (tail) => reportInTail(work, tail) }
      : null,
})

async function readAnswer(
  work: OwnAnswerWork,
  body: Buffer,
  tell: TellUsage,
): Promise<WholeAnswer> {
  if (body.length === 0) return { failure: emptyAnswer }
  const { from, bodies, operation, see, channel } = work
  const found = await bodies.look({ from, isSeen: see !== undefined }, body)
  if (found.kind !== 'answer') return noAnswer(found, channel)
  const answer = heardOf(work, found)
  const used = await tell(answer)
  if (used === null) return { body }
  const told = { ...answer.reported, usage: used }
  return {
    body:
      operation === 'embeddings'
        ? await vectorsWithUsage(bodies, body, told)
        : await bodyWithUsage(bodies, { body, dialect: from }, told),
  }
}

function reportInTail(work: OwnAnswerWork, tail: Buffer): Reported | null {
  const text = tail.toString('latin1')
  const usage = usageInTail(text)
  const tier = tierInTail(text)
  if (usage === null) return null
  const reported = tier === null ? usage : { ...usage, tier }
  return checked(reported, work, { saidBytes: () => 0 })
}
