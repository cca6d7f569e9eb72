import type { ClientSurface } from '@posthouse/llm/surfaces/client-surfaces'
import type { Language } from '@posthouse/contract/errors'
import type { Refusal } from '@posthouse/contract/refusal'

/** An error on the wire of a dialect. */
export type ErrorShape = {
  /** The vendor's own status for it; absent: the refusal's. */
  status?(refusal: Refusal): number
  /** A whole answer. */
  body(refusal: Refusal, asked: ErrorContext): string
  /** The last event of a stream that breaks off. */
  event(refusal: Refusal, asked: ErrorContext): string
}

/** The request that gets an error, and the language of whoever reads it. */
export type ErrorContext = {
  readonly requestId: string
  readonly language: Language
  /** The number of the next event of a stream, where its dialect counts them. */
  readonly sequence: number
}

/** A model API of clients, and its errors. */
export type Surface = ClientSurface & { readonly errors: ErrorShape }
