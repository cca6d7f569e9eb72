import { dialects } from '@posthouse/llm/dialects'
import type { Channel } from '../../../channels/channel.ts'
import { emptyAnswer } from '../../../upstream/attempt-failure.ts'
import type { Reported } from '../../../charging/reported.ts'
import type { VectorsWay } from '../../off-loop/answers.ts'
import type { BodyWorkers } from '../../off-loop/body-workers.ts'
import type { AnswerPassage } from './answer.ts'
import { noAnswer } from './heard-answer.ts'
import { checked, type PassageWork } from './passage.ts'
import { beginsWithVectors, lastObject } from './scan.ts'

/** Vectors where Gemini is on one side or on both. */
export type EmbeddingsWork = PassageWork &
  VectorsWay & {
    readonly channel: Channel
    readonly bodies: Pick<BodyWorkers, 'vectors'>
    /** As it will be charged. */
    readonly countInput: () => Promise<number>
  }

export const embeddingsAnswer = (work: EmbeddingsWork): AnswerPassage => ({
  read: async (body, tell) => {
    if (body.length === 0) return { failure: emptyAnswer }
    const found = await work.bodies.vectors(await wayOf(work), body)
    if (found.kind !== 'vectors') return noAnswer(found, work.channel)
    // What was counted is told by whoever wrote the vectors.
    await tell({ reported: usageIn(work, found.usage), said: nothingSaid, isEmpty: false })
    return { body: found.body ?? body }
  },
  passing:
    work.to.kind === 'bytes'
      ? {
          begins: beginsWithVectors,
          usageInTail: (tail) => usageIn(work, lastObject(tail.toString('latin1'), usageName)),
        }
      : null,
})

/** What is told of the input where its supplier says nothing is what is charged. */
async function wayOf({ from, to, countInput }: EmbeddingsWork): Promise<VectorsWay> {
  if (to.kind !== 'openai') return { from, to }
  return { from, to: { ...to, countedInput: await countInput() } }
}

const nothingSaid = { kept: '', bytes: 0 }
const usageName = 'usageMetadata'

function usageIn(work: EmbeddingsWork, usage: unknown): Reported | null {
  const reported = dialects[work.from].usage(usage)
  return reported === null ? null : checked(reported, work, { saidBytes: () => 0 })
}
