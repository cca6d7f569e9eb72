import type { Operation } from './operation.ts'

/** A text becomes a film, long after the answer. */
export const video: Operation = {
  relayed: 'piece',
  hasOutput: false,
  model: 'video',
  standIn: null,
  ofKeepers: false,
  isTurn: false,
}
