import type { ContentEvent } from '../../../canonical/event.ts'

/** Events that wait for the block of a call to be whole, in their order; the pieces of one call stand together. Grows in place. */
export type HeldEvents = {
  readonly waiting: ContentEvent[][]
  /** The pieces of a call that waits, by its number. */
  readonly calls: Map<number, ContentEvent[]>
  /** The number of those that were taken. */
  taken: number
}

export const nothingHeld = (): HeldEvents => ({ waiting: [], calls: new Map(), taken: 0 })

export const isNothingHeld = ({ waiting, taken }: HeldEvents): boolean => taken === waiting.length

export function hold({ waiting, calls }: HeldEvents, event: ContentEvent): void {
  const known = event.kind === 'tool-call' ? calls.get(event.index) : undefined
  if (known !== undefined) return void known.push(event)
  const events = [event]
  waiting.push(events)
  if (event.kind === 'tool-call') calls.set(event.index, events)
}

/** The next event, or all pieces of the next call; null: nothing waits. */
export function takeHeld(held: HeldEvents): readonly ContentEvent[] | null {
  const events = held.waiting[held.taken]
  if (events === undefined) return null
  held.taken += 1
  const [event] = events
  if (event?.kind === 'tool-call') held.calls.delete(event.index)
  return events
}
