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

/** Pictures become others, by a text. */
export const edit: Operation = { ...image }

/** A picture becomes others like it. */
export const vary: Operation = { ...image }

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
/** `pictures`: those that it begins with, as the base64 of their files. */
export type EditRequest = ImageRequest & {
  readonly pictures: readonly { readonly base64: string; readonly type: string }[]
}

type Picture = { readonly base64: string } | { readonly url: string }

export type ImageAnswer = { readonly pictures: readonly Picture[] }
