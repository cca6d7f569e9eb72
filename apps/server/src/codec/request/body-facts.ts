import type { Phrase } from '@posthouse/contract/phrases'
import type { RequestFacts } from '../../charging/request-facts.ts'

/** Facts of a body for routing and pricing. Plain data, since it may come from a thread. */
export type BodyFacts = RequestFacts & {
  /** Empty if the path contains it. */
  readonly model: string
  /** The client requested the usage chunk. */
  readonly usageAsked: boolean
  /** Fields with the output limit, or the one to write it to. Empty if there is no such field. */
  readonly outputLimitFields: readonly string[]
  /** The limit came under a foreign name and is sent under the dialect's own. */
  readonly hasLimitAlias: boolean
  readonly hasTools: boolean
  /** Text to count as input. Text beyond the limit is in `restBytes`. */
  readonly texts: readonly string[]
  readonly restBytes: number
  /** Requested format of the answer, and whether it is streamed as events. */
  readonly form: { readonly format: string | null; readonly events: boolean }
  /** Vectors are requested as base64. */
  readonly vectorsPacked: boolean
  /** Requested service tier in the caller's terms, or empty. */
  readonly tier: string
  /** Fields that request it. */
  readonly tierFields: readonly string[]
  /** See session-seed.ts. */
  readonly sessionSeed: number | null
  /** Stored state that the call refers to; null in dialects without any. */
  readonly state: StateAsked | null
}

/** The part of a Responses body about stored state. Plain data, since it may come from a thread. */
export type StateAsked = {
  readonly previous: string | null
  readonly conversation: string | null
  /** Store the answer, the default. */
  readonly store: boolean
  readonly background: boolean
  readonly stream: boolean
  /** Ids of items that the input references. */
  readonly references: readonly string[]
  /** Ids of reasoning items without content, which only their supplier has. */
  readonly bareReasoning: readonly string[]
  /** The input contains summaries made by us. */
  readonly summaries: boolean
  /** An object has a member twice, and parsers differ in which one they use. */
  readonly ambiguous: boolean
}

/** Limits on what is parsed. */
type TooMany = 'request.too-many-items' | 'request.too-many-members' | 'request.too-many-entries'

/** The refusal of a body as plain data, since it may come from a thread. */
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
