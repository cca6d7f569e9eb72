import type { Fields } from '../bytes/fields.ts'
import type { Operation } from './operation.ts'

/** Sorts documents by how well each answers a question. */
export const rerank: Operation = {
  relayed: 'piece',
  hasOutput: false,
  model: 'rerank',
  standIn: null,
  ofKeepers: false,
  isTurn: false,
}

export type RerankRequest = {
  readonly model: string
  readonly query: string
  /** Texts, or objects with a text among their fields. */
  readonly documents: readonly (string | Fields)[]
  /** Results at most; null: all of them. */
  readonly most: number | null
  /** Each result comes with its document; null: as the supplier has it. */
  readonly withDocuments: boolean | null
}

/** The best documents first. */
export type RerankAnswer = {
  readonly id: string | null
  readonly results: readonly RerankResult[]
  /** Cohere's measure of a call; null: the supplier has none. */
  readonly searchUnits: number | null
}

export type RerankResult = {
  /** The document's place in the request. */
  readonly index: number
  readonly score: number
  /** As the supplier gives it back, in an object with its text; null: it did not. */
  readonly document: Fields | null
}
