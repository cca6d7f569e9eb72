import type { Channel } from '../../domain/channels/channel.ts'
import { emptyAnswer, failureIn, noJson } from '../../upstream/attempt-failure.ts'
import type { NoAnswer } from './answers.ts'
import type { AnswerFacts } from './answer-facts.ts'
import type { ToTell, WholeAnswer } from './answer.ts'
import { checked, type PassageWork } from './passage.ts'

/** Shows an answer to who looks on; its report with our doubts. */
export function heardOf(work: PassageWork, { seen, said, isEmpty, reported }: AnswerFacts): ToTell {
  for (const event of seen) work.see?.(event)
  const saidBytes = (): number => said.bytes
  return {
    said,
    isEmpty,
    reported: reported === null ? null : checked(reported, work, { saidBytes }),
  }
}

/** The reason that the client gets nothing of it. */
export function noAnswer(found: NoAnswer, channel: Channel): WholeAnswer {
  switch (found.kind) {
    case 'no-json':
      return { failure: noJson }
    case 'empty':
      return { failure: emptyAnswer }
    case 'failed':
      return { failure: failureIn(found.failure, channel) }
  }
}
