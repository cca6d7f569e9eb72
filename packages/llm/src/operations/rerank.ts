import type { Fields } from '../parts/fields.ts'
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

/** One dialect alone has words for it: Jina's, which many servers speak. */
export type RerankRequest = { readonly body: Fields }
export type RerankAnswer = { readonly answer: Fields }
