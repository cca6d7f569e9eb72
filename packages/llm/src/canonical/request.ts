import type { DialectName } from './dialect.ts'

/**
 * A piece of a message. Not an event: nothing here is a fragment.
 *
 * Fields that only some dialects have are optional: absent means that nothing was said about them.
 */
export type Part =
  | TextPart
  | ReasoningPart
  | { readonly kind: 'refusal'; readonly text: string }
  | ({
      readonly kind: 'image'
      readonly source: Source
      readonly detail: string | null
      /** Gemini signs pictures that its models drew. */
      readonly signature?: string
    } & CacheMarkable)
  | { readonly kind: 'audio'; readonly source: Source; readonly format: string }
  | ({
      readonly kind: 'file'
      readonly source: Source
      readonly name: string | null
    } & CacheMarkable)
  | ToolCall
  | ToolResult

/** The time for which the supplier is asked to keep everything up to here in its prompt cache. */
type CacheMark = '5m' | '1h'

type CacheMarkable = { readonly cache?: CacheMark }

type TextPart = {
  readonly kind: 'text'
  readonly text: string
  readonly signature?: string
} & CacheMarkable

/** The reasoning of a model. `signature` proves to its supplier that it did: see canonical/reasoning/signature.ts. */
export type ReasoningPart = {
  readonly kind: 'reasoning'
  readonly text: string
  readonly signature: string | null
  /** The supplier keeps the text to itself: the signature is all there is. */
  readonly redacted?: true
  /** The supplier's name for it (Responses). */
  readonly id?: string
}

/** The place of bytes: somewhere else, here in base64, or kept by the supplier under an id. */
export type Source =
  | { readonly kind: 'url'; readonly url: string; readonly mediaType?: string }
  | { readonly kind: 'data'; readonly mediaType: string; readonly base64: string }
  | { readonly kind: 'id'; readonly id: string }

export type ToolCall = {
  readonly kind: 'tool-call'
  readonly id: string
  readonly name: string
  /** JSON as the model wrote it, which need not be valid. */
  readonly arguments: string
  /** Gemini signs calls instead of reasoning. */
  readonly signature?: string
} & CacheMarkable

export type ToolResult = {
  readonly kind: 'tool-result'
  /** Of the call that it answers. */
  readonly id: string
  readonly parts: readonly Part[]
  readonly isError?: true
} & CacheMarkable

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool'

export type Message = {
  readonly role: Role
  readonly parts: readonly Part[]
  readonly name: string | null
  /** It stood before the conversation in a field of its own (Responses: `instructions`). */
  readonly apart?: true
}

/** A tool of the caller's that is no plain function there: canonical/calls/own-tools.ts. */
export type OwnTool = {
  readonly kind: 'function' | 'custom' | 'search'
  readonly name: string
  readonly namespace: string | null
  /** As it was given, and its namespace without the tools: for whoever repeats the request. */
  readonly given: Readonly<Record<string, unknown>>
  readonly group: Readonly<Record<string, unknown>> | null
}

/** A function that the caller runs. Tools that a supplier runs itself are in `rest` or `lost`. */
export type Tool = {
  readonly name: string
  readonly description: string | null
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>> | null
  readonly strict: boolean | null
  readonly own?: OwnTool
} & CacheMarkable

export type ToolChoice =
  | { readonly kind: 'auto' | 'none' | 'required' }
  | { readonly kind: 'tool'; readonly name: string }

export type OutputFormat =
  | { readonly kind: 'text' | 'json' }
  | {
      readonly kind: 'schema'
      readonly name: string
      /** The purpose of the answer. */
      readonly description?: string
      readonly schema: Readonly<Record<string, unknown>>
      readonly strict: boolean | null
    }

type Sampling = {
  readonly temperature: number | null
  readonly topP: number | null
  readonly topK: number | null
  readonly frequencyPenalty: number | null
  readonly presencePenalty: number | null
  readonly seed: number | null
}

/** The amount of thinking before the answer. */
export type Reasoning = {
  /** `none` turns it off; a word of the vendors' (`minimal`, `low`, `medium`, `high`, `xhigh`, `max`) as it was given. */
  readonly effort: string | null
  /** Tokens at most; null: the supplier decides. */
  readonly budget: number | null
  /** The caller wants to see it; null: nothing was said. */
  readonly shown: boolean | null
}

/**
 * A request in no dialect. What it has no word for stays in `rest`, under the name that its dialect
 * gave it. Not what goes through when both ends speak the same dialect: that is the original bytes.
 */
export type ModelRequest = {
  /** Whose names `rest` and `lost` use. */
  readonly dialect: DialectName
  readonly model: string
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
  readonly toolChoice: ToolChoice | null
  readonly parallelTools: boolean | null
  /** Output tokens at most. */
  readonly outputLimit: number | null
  /** Alternatives asked for. */
  readonly answers: number
  readonly stop: readonly string[]
  readonly format: OutputFormat | null
  readonly sampling: Sampling
  readonly reasoning: Reasoning | null
  /** Alternatives to report for each token beside the one that was chosen; null: none of it. */
  readonly logprobs: number | null
  /** Requests with the same key meet the same prompt cache. */
  readonly cacheKey: string | null
  /** The caller's own name for the person behind the request. */
  readonly endUser: string | null
  /** Service tier, in the caller's word. */
  readonly tier: string | null
  readonly stream: boolean
  /** Usage is asked for as part of the stream. */
  readonly usageAsked: boolean
  readonly rest: Readonly<Record<string, unknown>>
  /** Places in the caller's body that this form cannot hold: `tools.2`. */
  readonly lost: readonly string[]
}
