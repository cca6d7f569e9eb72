import { cut } from '../../lib/cut.ts'

/** Limits the length of the header, because the names come from the caller. */
const namesMost = 32
const nameCharactersMost = 64

/** `x-posthouse-dropped`: request fields that were not sent, and answer fields that were not delivered. */
export const droppedText = (dropped: readonly string[]): string =>
  [
    ...dropped.slice(0, namesMost).map((name) => cut(name, nameCharactersMost)),
    ...(dropped.length > namesMost ? [`+${dropped.length - namesMost}`] : []),
  ].join(', ')
