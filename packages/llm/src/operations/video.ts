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

/** Midjourney's pictures, long after the answer. */
export const draw: Operation = { ...video, model: 'draw' }

/** Songs and lyrics, long after the answer. */
export const music: Operation = { ...video, model: 'music' }
