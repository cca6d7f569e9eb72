import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import type { Usage } from '@posthouse/llm/usage'
import type { Reported } from '../exchange.ts'

/** What a whole answer of an upstream comes to: an answer for the client, or why it is none. */
export type WholeAnswer =
  | {
      readonly body: Buffer
      readonly reported: Reported | null
      /** The same with what we counted, where the supplier reported nothing to be believed; null: it stays as it is. */
      readonly countedAs: ((usage: Usage) => Promise<Buffer>) | null
      /** What it says, as it stands in its JSON. Asked for only when it must be counted. */
      readonly texts: () => readonly string[]
      /** It gives the client nothing at all. Asked for only when it must be counted. */
      readonly isEmpty: () => boolean
    }
  | { readonly failure: AttemptFailure }

/** The way of one whole answer from the upstream to the client. */
export type AnswerPassage = {
  readonly read: (body: Buffer) => Promise<WholeAnswer>
  /** How an answer goes on as it comes that is too long to be kept; null: it must be kept. */
  readonly passing: PassingAnswer | null
}

/** Vectors, which may be many and say nothing that is counted. */
type PassingAnswer = {
  /** Whether it is the beginning of such an answer. */
  readonly begins: (first: Buffer) => boolean
  readonly usageInTail: (tail: Buffer) => Reported | null
}
