import type { ModelEvent } from '../../../canonical/event.ts'

/** The state of a stream so far. Its maps grow in place: a copy of them would cost as much as all that was said. */
export type ReadState = {
  readonly started: boolean
  readonly terminal: boolean
  /**
   * The given length of each piece, in characters or entries, by the place of its item in the
   * output and its own in the item: `0.text.0`. What comes whole later repeats it.
   */
  readonly given: Map<string, number>
  /** The parts of an item of which something was given, by its place and their kind: `0.text`. Ascending. */
  readonly parts: Map<string, number[]>
  /** Places in the output by the ids of items. */
  readonly places: Map<string, number>
  /** Function calls in their order, by place. */
  readonly calls: Map<number, number>
  /** For the call that follows: carried-signature.ts. */
  readonly callSignature: string | null
}

export const start = (): ReadState => ({
  started: false,
  terminal: false,
  given: new Map(),
  parts: new Map(),
  places: new Map(),
  calls: new Map(),
  callSignature: null,
})

export type Reading = readonly [ReadState, readonly ModelEvent[]]

export const givenOf = (state: ReadState, key: string): number => state.given.get(key) ?? 0

function withGiven(state: ReadState, key: string, amount: number): ReadState {
  state.given.set(key, amount)
  return state
}

/** A piece that adds to what was given. */
export const giveMore = (state: ReadState, key: string, amount: number): ReadState =>
  withGiven(state, key, givenOf(state, key) + amount)

/** Of a text that comes whole, what was not given before. */
export function restOfText(
  state: ReadState,
  key: string,
  whole: string,
): readonly [ReadState, string] {
  const before = givenOf(state, key)
  return whole.length <= before
    ? [state, '']
    : [withGiven(state, key, whole.length), whole.slice(before)]
}

/** Of a list that comes whole, what was not given before. */
export function restOfList<Entry>(
  state: ReadState,
  key: string,
  whole: readonly Entry[],
): readonly [ReadState, readonly Entry[]] {
  const before = givenOf(state, key)
  return whole.length <= before
    ? [state, []]
    : [withGiven(state, key, whole.length), whole.slice(before)]
}

/** One reading after the other. */
export function inTurn(
  state: ReadState,
  readers: Iterable<(state: ReadState) => Reading>,
): Reading {
  const events: ModelEvent[] = []
  let current = state
  for (const read of readers) {
    const [next, more] = read(current)
    current = next
    for (const event of more) events.push(event)
  }
  return [current, events]
}
