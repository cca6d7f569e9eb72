import type { Fields } from '../bytes/fields.ts'
import type { Operation } from './operation.ts'

/** Says of texts and pictures whether they are harmful. */
export const moderate: Operation = {
  relayed: 'piece',
  hasOutput: false,
  model: 'moderate',
  standIn: null,
  ofKeepers: false,
  isTurn: false,
}

/** The categories are a vendor's own, so both sides are of one dialect. */
export type ModerateRequest = { readonly body: Fields }
export type ModerateAnswer = { readonly answer: Fields }
