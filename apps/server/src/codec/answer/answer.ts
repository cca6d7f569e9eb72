import type { Usage } from '@posthouse/llm/canonical/usage'
import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import type { AnswerFacts } from './answer-facts.ts'

/** A whole answer for the client, or why there is none. */
export type WholeAnswer =
  | {
      readonly body: Buffer
      /** Content that the client's dialect cannot carry, such as `answer.file`. */
      readonly lost?: readonly string[]
    }
  | { readonly failure: AttemptFailure }

/** What the relay must know before usage can be shown to the client. */
export type ToTell = Pick<AnswerFacts, 'said' | 'isEmpty'> & {
  readonly reported: ReportedUsage | null
}

/** Returns our count if the supplier reported nothing plausible, or null to keep the report. */
export type TellUsage = (answer: ToTell) => Promise<Usage | null>

/** Processes a whole answer from the upstream for the client. */
export type AnswerPassage = {
  /** Calls `tell` once, unless there is no answer. */
  readonly read: (body: Buffer, tell: TellUsage) => Promise<WholeAnswer>
  /** For answers too long to keep, which are forwarded as they arrive; null if they must be kept. */
  readonly passing: PassingAnswer | null
}

export type PricedPassage = AnswerPassage & {
  /** Adds the cost to the usage in the body, in dollars as a JSON number. */
  readonly withCost: (body: Buffer, cost: string) => Promise<Buffer>
}

/** Vectors, which may be many and contain no text to count. */
type PassingAnswer = {
  /** Whether an answer with this beginning is one. */
  readonly begins: (first: Buffer) => boolean
  readonly usageInTail: (tail: Buffer) => ReportedUsage | null
}
