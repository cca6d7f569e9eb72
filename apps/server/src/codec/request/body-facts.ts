import type { Phrase } from '@posthouse/contract/phrases'
import type { RequestFacts } from '../../charging/request-facts.ts'

/** Facts of a body that routing and price need. Plain data: it may come from a worker. */
export type BodyFacts = RequestFacts & {
  /** Empty where the path names it. */
  readonly model: string
  /** The client asked for the usage chunk itself. */
  readonly usageAsked: boolean
  /** The fields that hold the limit, or the one that a limit goes into. Empty: there is no place for one. */
  readonly outputLimitFields: readonly string[]
  /** The limit was said by a name that the dialect does not have: it goes out by its own. */
  readonly hasLimitAlias: boolean
  readonly hasTools: boolean
  /** Text to count as input. What is over the limit is in `restBytes`. */
  readonly texts: readonly string[]
  readonly restBytes: number
  /** The form of the answer: its file type as the client calls it, and whether it is to come as events. */
  readonly form: { readonly format: string | null; readonly events: boolean }
  /** Vectors are wanted as text, where the body is about vectors. */
  readonly vectorsPacked: boolean
  /** The service tier that is asked for, in the caller's word; empty: none. */
  readonly tier: string
  /** The fields that ask for it. */
  readonly tierFields: readonly string[]
  /** The seed that the conversation is known by: see session-seed.ts. */
  readonly sessionSeed: number | null
  /** The state that is kept somewhere; null in dialects that keep nothing. */
  readonly state: StateAsked | null
}

/** The part of a body of Responses about what is kept somewhere. Plain data: it may come from a worker. */
export type StateAsked = {
  readonly previous: string | null
  readonly conversation: string | null
  /** The client wants the answer kept: so it is when it says nothing. */
  readonly store: boolean
  readonly background: boolean
  readonly stream: boolean
  /** Ids of items that the input names instead of giving them. */
  readonly references: readonly string[]
  /** Ids of reasoning that comes without what it is: its supplier has that. */
  readonly bareReasoning: readonly string[]
  /** The input has summaries of ours. */
  readonly summaries: boolean
  /** An object of the body has a name twice, and readers differ in which of the two they believe. */
  readonly ambiguous: boolean
}

/** More of something than is parsed at all. */
type TooMany = 'request.too-many-items' | 'request.too-many-members' | 'request.too-many-entries'

/** The refusal of a body, as data: it may come from a worker. */
export type BodyRefusal =
  | { readonly code: 'request.bad-json'; readonly params: { readonly reason: Phrase } }
  | { readonly code: TooMany; readonly params: { readonly limit: number } }
  | { readonly code: 'model.required'; readonly params: { readonly field: string } }
  | {
      readonly code: 'model.field'
      readonly params: { readonly field: string; readonly reason: Phrase }
    }

export type BodyReading =
  | { readonly ok: true; readonly facts: BodyFacts }
  | { readonly ok: false; readonly refusal: BodyRefusal }
