import type { Operation } from './operation.ts'

/** A text becomes pictures. */
export const image: Operation = {
  relayed: 'piece',
  hasOutput: false,
  model: 'image',
  standIn: null,
  ofKeepers: false,
  isTurn: false,
}

export type ImageRequest = {
  readonly model: string
  readonly prompt: string
  /** Pictures wanted. */
  readonly count: number
  /** `1024x1024`; null: as the model likes. */
  readonly size: string | null
  readonly quality: string | null
}

/** A picture as the base64 of its file, or the address where it is for a while. */
type Picture = { readonly base64: string } | { readonly url: string }

export type ImageAnswer = { readonly pictures: readonly Picture[] }
