/** A piece of a message. Not an event: nothing here is a fragment. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string; readonly signature: string | null }
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'image'; readonly source: Source; readonly detail: string | null }
  | { readonly kind: 'audio'; readonly source: Source; readonly format: string }
  | { readonly kind: 'file'; readonly source: Source; readonly name: string | null }
  | ToolCall
  | ToolResult

/** Where bytes are: somewhere else, here in base64, or kept by the supplier under an id. */
export type Source =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'data'; readonly mediaType: string; readonly base64: string }
  | { readonly kind: 'id'; readonly id: string }

type ToolCall = {
  readonly kind: 'tool-call'
  readonly id: string
  readonly name: string
  /** JSON as the model wrote it, which need not be valid. */
  readonly arguments: string
}

type ToolResult = {
  readonly kind: 'tool-result'
  readonly id: string
  readonly parts: readonly Part[]
}

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool'

export type Message = {
  readonly role: Role
  readonly parts: readonly Part[]
  readonly name: string | null
}

export type Tool = {
  readonly name: string
  readonly description: string | null
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>> | null
  readonly strict: boolean | null
}

export type ToolChoice =
  | { readonly kind: 'auto' | 'none' | 'required' }
  | { readonly kind: 'tool'; readonly name: string }

export type OutputFormat =
  | { readonly kind: 'text' | 'json' }
  | {
      readonly kind: 'schema'
      readonly name: string
      readonly schema: Readonly<Record<string, unknown>>
      readonly strict: boolean | null
    }

type Sampling = {
  readonly temperature: number | null
  readonly topP: number | null
  readonly frequencyPenalty: number | null
  readonly presencePenalty: number | null
  readonly seed: number | null
}

/**
 * A request in no dialect. What it has no word for stays in `rest`, under the name that its dialect
 * gave it. Not what goes through when both ends speak the same dialect: that is the original bytes.
 */
export type ModelRequest = {
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
  readonly reasoningEffort: string | null
  readonly stream: boolean
  /** Usage is asked for as part of the stream. */
  readonly usageAsked: boolean
  readonly rest: Readonly<Record<string, unknown>>
}
