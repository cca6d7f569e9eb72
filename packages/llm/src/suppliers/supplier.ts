import type { SpokenDialect } from '../canonical/dialect.ts'
import type { PathCall } from '../operations/dialect-shape.ts'
import type { Framing } from '../bytes/framings.ts'
import type { OperationName } from '../operations/operation.ts'
import type { Fields } from '../bytes/fields.ts'
import type { KeyExchange } from '../signers/key-exchange.ts'
import type { Signer } from '../signers/signer.ts'

/**
 * A supplier's difference from its dialect, by name, so that no condition on a supplier stands
 * anywhere else. Not a place for what an administrator can set on a channel.
 */
export const quirkNames = [
  /** Refuses requests that carry `stream_options`; it reports usage in the last chunk by itself. */
  'no-stream-options',
  /** Knows only `max_tokens`. */
  'max-tokens-only',
  /** Models that reason refuse `max_tokens`: https://platform.openai.com/docs/api-reference/chat/create. */
  'completion-tokens-only',
  /** Nothing is known of it: what is written anew keeps to the fields that Chat Completions began with. */
  'original-fields',
  /** Nor does it take `reasoning_effort` in what is written anew. */
  'no-effort',
  /**
   * Refuses messages of the role `developer`, which are the system's there:
   * https://api-docs.deepseek.com/api/create-chat-completion, https://platform.kimi.ai/docs/api/chat,
   * https://docs.siliconflow.cn/cn/api-reference/chat-completions, https://docs.mistral.ai/api.
   */
  'no-developer-role',
  /** Ids of tool calls must match `^[a-zA-Z0-9]{9}$`: https://github.com/mistralai/mistral-common (validator). */
  'nine-character-call-ids',
  /** Refuses longer ids of tool calls: https://platform.openai.com/docs/api-reference/chat/create. */
  'forty-character-call-ids',
  /** Refuses every field that its page does not have, also when it is null: https://docs.mistral.ai/api. */
  'no-foreign-fields',
  /** Calls the seed `random_seed`: https://docs.mistral.ai/api. */
  'random-seed',
  /** Thinks much or not at all: https://docs.mistral.ai/capabilities/reasoning. */
  'high-effort-or-none',
  /** Refuses `logprobs`, `top_logprobs` and `logit_bias`: https://console.groq.com/docs/openai. */
  'no-logprobs',
  /** Refuses `messages[].name`: https://console.groq.com/docs/openai. */
  'no-message-names',
  /** Models that think refuse penalties and `stop`: https://docs.x.ai/docs/guides/reasoning. */
  'no-penalties-while-thinking',
  /**
   * Refuses a turn with tool calls that comes back without `reasoning_content`, which most clients leave out:
   * https://api-docs.deepseek.com/guides/thinking_mode#tool-calls, https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model.
   */
  'reasoning-comes-back',
] as const

export type Quirk = (typeof quirkNames)[number]

/** One call, as far as its address depends on it. */
export type SupplierCall = PathCall & {
  readonly base: string
  readonly dialect: SpokenDialect
  readonly operation: OperationName
  /** The channel's `other`: an API version, for suppliers that have one. */
  readonly other: string
  /** What stands before the `|` of a key in parts, for suppliers that have the account in their addresses. It is no secret. */
  readonly account?: string
}

/** A seller of models: where it has its calls, as whom we come, and what it does differently. */
export type Supplier = {
  readonly name: string
  /** The dialects of its chat. A request in none of them is translated into the first. */
  readonly speaks: readonly [SpokenDialect, ...SpokenDialect[]]
  /** The dialects of one model or operation, where it does not speak all of them for each. */
  readonly speaksFor?: (asked: {
    readonly operation: OperationName
    readonly model: string
  }) => readonly SpokenDialect[]
  readonly operations: readonly OperationName[]
  /** Parts of a request that it fetches itself when they are given by address. */
  readonly fetches: readonly ('image' | 'file')[]
  /** The proof of whose a call is. */
  readonly signer: Signer
  /** Its keys are exchanged for access tokens, which the signer gets in their place. Absent: they are sent themselves. */
  readonly exchange?: KeyExchange
  /** The account that its addresses name, in a key. */
  readonly accountIn: (key: string) => string
  /** Headers that it wants beside the key. */
  readonly headers: Readonly<Record<string, string>>
  /** Fields that every body must have. */
  readonly fields: Fields
  /** Fields of a finished body that it wants otherwise than the dialect has them; null: without. */
  readonly fieldsIn?: (way: {
    readonly operation: OperationName
    readonly dialect: SpokenDialect
  }) => Fields
  readonly quirks: readonly Quirk[]
  readonly place: (call: SupplierCall) => URL
  /** Its framing of a stream, by dialect. */
  readonly framing: (dialect: SpokenDialect) => Framing
  /** The place of its list of models, in one of the forms that `list-models.ts` of the server reads. */
  readonly lists: (call: Pick<SupplierCall, 'base' | 'other'>) => readonly URL[]
  /** The place where it keeps responses for whoever has their ids; null: it keeps none. */
  readonly kept: ((call: StoredResponseCall) => URL) | null
  /** It may keep responses that no call here asks for, so every request tells it not to. */
  readonly keepsUnasked?: boolean
}

/** A question about a response that is kept: `/resp_1/input_items`. */
export type StoredResponseCall = Pick<SupplierCall, 'base' | 'other'> & { readonly path: string }
