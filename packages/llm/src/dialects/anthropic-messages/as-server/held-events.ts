import type { ContentEvent } from '../../../event.ts'

/** What waits for the block of a call to be whole, in its order; the pieces of one call stand together. */
export type Held = {
  readonly add: (event: ContentEvent) => void
  /** The next event, or all pieces of the next call; null: nothing waits. */
  readonly next: () => readonly ContentEvent[] | null
  readonly isEmpty: () => boolean
}

export function nothingHeld(): Held {
  const waiting: ContentEvent[][] = []
  const calls = new Map<number, ContentEvent[]>()
  let first = 0
  return {
    add: (event) => {
      const known = event.kind === 'tool-call' ? calls.get(event.index) : undefined
      if (known !== undefined) return void known.push(event)
      const events = [event]
      waiting.push(events)
      if (event.kind === 'tool-call') calls.set(event.index, events)
    },
    next: () => {
      const events = waiting[first]
      if (events === undefined) return null
      first += 1
      const [event] = events
      if (event?.kind === 'tool-call') calls.delete(event.index)
      return events
    },
    isEmpty: () => first === waiting.length,
  }
}
