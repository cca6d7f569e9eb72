import type { Operation } from '@posthouse/llm/providers/supplier'
import type { Channel } from '../../channels/channel.ts'
import { emptyAnswer, failureIn, noJson } from '../../upstream/attempt-failure.ts'
import type { Reported } from '../exchange.ts'
import type { BodyWorkers } from '../off-loop/body-workers.ts'
import type { AnswerPassage, WholeAnswer } from './answer.ts'
import { bodyWithUsage, vectorsWithUsage } from './body-usage.ts'
import { checked, type PassageWork } from './passage.ts'
import { beginsWithVectors, saidIn, tierInTail, usageInTail } from './scan.ts'

export type OpenAiAnswerWork = PassageWork & {
  readonly channel: Channel
  readonly operation: Operation
  readonly bodies: Pick<BodyWorkers, 'look' | 'compute'>
}

/** OpenAI's answers with `choices` or `data`: the client gets the bytes as they came. */
export const openAiAnswer = (work: OpenAiAnswerWork): AnswerPassage => ({
  read: (body) => readAnswer(work, body),
  passing:
    work.operation === 'embeddings'
      ? { begins: beginsWithVectors, usageInTail: (tail) => reportInTail(work, tail) }
      : null,
})

async function readAnswer(work: OpenAiAnswerWork, body: Buffer): Promise<WholeAnswer> {
  if (body.length === 0) return { failure: emptyAnswer }
  const found = await work.bodies.look(body, work.see !== undefined)
  switch (found.kind) {
    case 'no-json':
      return { failure: noJson }
    case 'empty':
      return { failure: emptyAnswer }
    case 'failed':
      return { failure: failureIn(found.failure, work.channel) }
    case 'answer': {
      for (const event of found.events) work.see?.(event)
      const usage = withTier(found.usage, found.tier)
      return {
        body,
        reported:
          usage === null ? null : checked(usage, work, { saidBytes: () => found.saidBytes }),
        countedAs: (used) => {
          const told = { ...usage, usage: used }
          return work.operation === 'embeddings'
            ? vectorsWithUsage(work.bodies, body, told)
            : bodyWithUsage(work.bodies, { body, dialect: 'openai-chat' }, told)
        },
        texts: () => saidIn(body.toString('latin1')),
        isEmpty: () => found.isEmpty,
      }
    }
  }
}

function reportInTail(work: OpenAiAnswerWork, tail: Buffer): Reported | null {
  const text = tail.toString('latin1')
  const reported = withTier(usageInTail(text), tierInTail(text))
  return reported === null ? null : checked(reported, work, { saidBytes: () => 0 })
}

const withTier = (reported: Reported | null, tier: string | null): Reported | null =>
  reported === null || tier === null ? reported : { ...reported, tier }
