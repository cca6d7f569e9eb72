import type { Fields } from '@posthouse/llm/bytes/fields'
import type { Place } from '../channels/decide.ts'

/** The past of a call of Responses, and the fate of its answer. */
export type ResponseTurn = {
  /** For the answer, where its supplier gives it no name of this dialect. */
  readonly responseId: string
  /** As the client asked. */
  readonly previous: string | null
  readonly conversation: { readonly id: string; readonly last: bigint } | null
  /** The client does not wait for the answer: it is made all the same, and asked for by its id. */
  readonly background: boolean
  /** Its client follows a response that is made in the background: it may leave and come back. */
  readonly followed: boolean
  /** The answer can be gone on from. */
  readonly kept: boolean
  /**
   * A supplier keeps what it goes on from, which is known there as `id`: only that place will do. All of it
   * is read and charged over there as input again: about so many `tokens`.
   */
  readonly bound: { readonly id: string; readonly place: Place; readonly tokens: number } | null
  /** The body, with everything that was said before where that is kept here. */
  readonly body: Buffer
  /** The input holds items that are kept here: no supplier knows their ids. */
  readonly expanded: boolean
  /** The turn's own input, whole, as a JSON list. Null: it is what `own` says. */
  readonly input: Buffer | null
  /** The body as it came from the client. */
  readonly own: Buffer
  /** The turns before it that are kept here. */
  readonly ancestors: readonly string[]
}

/** A response's words on the turn that it answers. */
export const echoOf = ({ previous, conversation, kept }: ResponseTurn): Fields => ({
  previous_response_id: previous,
  store: kept,
  ...(conversation === null ? {} : { conversation: { id: conversation.id } }),
})

/** True: a supplier that keeps responses may keep the answer, by its own name for it. */
export const isKeptThere = ({ kept, conversation, background }: ResponseTurn): boolean =>
  kept && conversation === null && !background
