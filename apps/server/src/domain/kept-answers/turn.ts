import type { Fields } from '@posthouse/llm/bytes/fields'
import type { ResourceLocation } from '../channels/decide.ts'

/** Conversation state of a Responses call, and whether its answer is stored. */
export type ResponseTurn = {
  /** Our id of the answer, for suppliers without one. */
  readonly responseId: string
  /** As requested. */
  readonly previous: string | null
  readonly conversation: { readonly id: string; readonly last: bigint } | null
  /** The client does not wait and fetches the answer by id. */
  readonly background: boolean
  /** The client follows a background response and may reconnect. */
  readonly followed: boolean
  /** The answer can be continued. */
  readonly kept: boolean
  /**
   * Set if a supplier stores the state under `id`, so only that place can serve the call. The supplier charges the state as input again,
   * about `tokens`.
   */
  readonly bound: {
    readonly id: string
    readonly place: ResourceLocation
    readonly tokens: number
  } | null
  /** The body, preceded by turns stored here. */
  readonly body: Buffer
  /** The input contains items stored here, whose ids no supplier knows. */
  readonly expanded: boolean
  /** Complete input of the turn as a JSON list; null if it equals that of `own`. */
  readonly input: Buffer | null
  /** The body as received. */
  readonly own: Buffer
  /** Earlier turns stored here. */
  readonly ancestors: readonly string[]
}

/** Fields of a response that describe its turn. */
export const echoOf = ({ previous, conversation, kept }: ResponseTurn): Fields => ({
  previous_response_id: previous,
  store: kept,
  ...(conversation === null ? {} : { conversation: { id: conversation.id } }),
})

/** Whether a supplier that stores responses may store the answer under its own id. */
export const isKeptThere = ({ kept, conversation, background }: ResponseTurn): boolean =>
  kept && conversation === null && !background
