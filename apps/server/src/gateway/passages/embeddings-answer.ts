import { dialects } from '@posthouse/llm/dialects'
import type { Channel } from '../../channels/channel.ts'
import { emptyAnswer, failureIn, noJson } from '../../upstream/attempt-failure.ts'
import type { Reported } from '../exchange.ts'
import type { VectorsWay } from '../off-loop/answers.ts'
import type { BodyWorkers } from '../off-loop/body-workers.ts'
import type { AnswerPassage, WholeAnswer } from './answer.ts'
import { checked, type PassageWork } from './passage.ts'
import { lastObject } from './scan.ts'

/** Vectors where Gemini is on one side or on both. */
export type EmbeddingsWork = PassageWork &
  VectorsWay & {
    readonly channel: Channel
    readonly bodies: Pick<BodyWorkers, 'vectors'>
  }

/** JSON up to this is parsed only to be looked at; longer text would hold the event loop up. */
const lookedAtBytesMax = 1024 * 1024

export const embeddingsAnswer = (work: EmbeddingsWork): AnswerPassage => ({
  read: async (body) => {
    if (body.length === 0) return { failure: emptyAnswer }
    if (work.to.kind === 'bytes' && body.length > lookedAtBytesMax) return unread(work, body)
    const found = await work.bodies.vectors({ from: work.from, to: work.to }, body)
    switch (found.kind) {
      case 'no-json':
        return { failure: noJson }
      case 'empty':
        return { failure: emptyAnswer }
      case 'failed':
        return { failure: failureIn(found.failure, work.channel) }
      case 'vectors': {
        const reported = usageIn(work, found.usage)
        return {
          body: found.body ?? body,
          reported,
          countedAs: null,
          texts: () => [],
          isEmpty: () => false,
        }
      }
    }
  },
  usageInTail:
    work.to.kind === 'bytes' ? (tail) => usageIn(work, lastObject(textOf(tail), usageName)) : null,
})

const textOf = (bytes: Buffer): string => bytes.toString('latin1')

const usageName = 'usageMetadata'

function unread(work: EmbeddingsWork, body: Buffer): WholeAnswer {
  if (!textOf(body.subarray(0, 16)).trimStart().startsWith('{')) return { failure: noJson }
  const reported = usageIn(work, lastObject(textOf(body.subarray(-lookedAtBytesMax)), usageName))
  return { body, reported, countedAs: null, texts: () => [], isEmpty: () => false }
}

function usageIn(work: EmbeddingsWork, usage: unknown): Reported | null {
  const reported = dialects[work.from].usage(usage)
  return reported === null ? null : checked(reported, work, () => 0)
}
