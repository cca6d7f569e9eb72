import type { Usage } from '@posthouse/llm/canonical/usage'
import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import type { AnswerFacts } from './answer-facts.ts'

/** The outcome of an upstream's whole answer: an answer for the client, or why it is none. */
export type WholeAnswer =
  | {
      readonly body: Buffer
      /** Its content that the client's dialect has no place for: `answer.file`. */
      readonly lost?: readonly string[]
    }
  | { readonly failure: AttemptFailure }

/** Of an answer, what its relay has to know before the client can be told what was used. */
export type ToTell = Pick<AnswerFacts, 'said' | 'isEmpty'> & {
  readonly reported: ReportedUsage | null
}

/** Our count, where the supplier reported nothing to be believed; null: the report stays as it is. */
export type TellUsage = (answer: ToTell) => Promise<Usage | null>

/** The way of one whole answer from the upstream to the client. */
export type AnswerPassage = {
  /** `tell` is asked once, unless the answer is none. */
  readonly read: (body: Buffer, tell: TellUsage) => Promise<WholeAnswer>
  /** The way of an answer that goes on as it comes, too long to be kept; null: it must be kept. */
  readonly passing: PassingAnswer | null
}

export type PricedPassage = AnswerPassage & {
  /** The body for the client with its cost, in dollars as a JSON number, in its usage. */
  readonly withCost: (body: Buffer, cost: string) => Promise<Buffer>
}

/** Vectors, which may be many and say nothing that is counted. */
type PassingAnswer = {
  /** It is the beginning of such an answer. */
  readonly begins: (first: Buffer) => boolean
  readonly usageInTail: (tail: Buffer) => ReportedUsage | null
}
