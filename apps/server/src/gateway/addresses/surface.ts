import type { ClientSurface } from '@posthouse/llm/surfaces/client-surfaces'
import type { Language } from '@posthouse/contract/errors'
import type { Refusal } from '@posthouse/contract/refusal'

/** How a dialect writes errors. */
export type ErrorShape = {
  /** The vendor's own status. Defaults to the refusal's. */
  status?(refusal: Refusal): number
  /** Body of a whole answer. */
  body(refusal: Refusal, asked: ErrorContext): string
  /** Last event of a stream. */
  event(refusal: Refusal, asked: ErrorContext): string
}

export type ErrorContext = {
  readonly requestId: string
  readonly language: Language
  /** Number of the next event, in dialects that number them. */
  readonly sequence: number
}

/** A client-facing model API and its errors. */
export type Surface = ClientSurface & { readonly errors: ErrorShape }
