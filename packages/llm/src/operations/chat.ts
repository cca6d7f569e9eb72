import type { Operation } from './operation.ts'

/** A conversation goes on: a `ModelRequest` is asked, `ModelEvent`s answer. */
export const chat: Operation = {
  relayed: 'frames',
  hasOutput: true,
  model: 'chat',
  standIn: null,
  ofKeepers: false,
  isTurn: true,
}
