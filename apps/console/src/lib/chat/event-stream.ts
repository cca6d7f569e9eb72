import { createParser } from 'eventsource-parser'

/** Takes text as it arrives, in pieces of any size. */
export type EventReader = {
  readonly take: (piece: string) => void
  /** Nothing more comes: what has no boundary yet is an event all the same. */
  readonly end: () => void
}

/** Reads the data of server-sent events. */
export function eventReader(onData: (data: string) => void): EventReader {
  const parser = createParser({ onEvent: ({ data }) => onData(data) })
  return { take: (piece) => parser.feed(piece), end: () => parser.feed('\n\n') }
}
