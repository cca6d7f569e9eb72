import type { Operation } from './operation.ts'

/** Texts become vectors. */
export const embed: Operation = {
  relayed: 'piece',
  hasOutput: false,
  model: 'embed',
  standIn: null,
  ofKeepers: false,
  isTurn: false,
}

/** The texts to embed. Numbers of tokens mean something to one vendor's models alone, and are no part of it. */
export type EmbedRequest = {
  readonly model: string
  readonly texts: readonly string[]
  /** Numbers in a vector; null: as many as the model gives. */
  readonly dimensions: number | null
  /** What the vectors are for, where their models tell such texts apart; null: nobody said. */
  readonly purpose: EmbedPurpose | null
}

export type EmbedPurpose = 'query' | 'document' | 'classification' | 'clustering'

/** One vector a text, in their order. */
export type EmbedAnswer = { readonly vectors: readonly (readonly number[])[] }
