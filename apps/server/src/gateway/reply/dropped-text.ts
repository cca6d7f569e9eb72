import { cut } from '../../lib/cut.ts'

/** A header has room for so many names, and the names are the caller's own. */
const namesMost = 32
const nameCharactersMost = 64

/** Fields of a request that its supplier did not get, and of an answer that its client did not, for `x-posthouse-dropped`. */
export const droppedText = (dropped: readonly string[]): string =>
  [
    ...dropped.slice(0, namesMost).map((name) => cut(name, nameCharactersMost)),
    ...(dropped.length > namesMost ? [`+${dropped.length - namesMost}`] : []),
  ].join(', ')
