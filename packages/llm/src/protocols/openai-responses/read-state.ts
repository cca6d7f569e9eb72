import type { ModelEvent } from '../../event.ts'

/** What has been seen of a stream so far. */
export type ReadState = {
  readonly started: boolean
  readonly terminal: boolean
  /**
   * How much of each piece was given, in characters or entries, by the place of its item in the
   * output and its own in the item: `0.text.0`. What comes whole later repeats it.
   */
  readonly given: Readonly<Record<string, number>>
  /** Places in the output by `id:` and the item's id. */
  readonly places: Readonly<Record<string, number>>
  /** Function calls in their order, by place. */
  readonly calls: Readonly<Record<string, number>>
  /** For the call that follows: carried-signature.ts. */
  readonly callSignature: string | null
}

export const start = (): ReadState => ({
  started: false,
  terminal: false,
  given: {},
  places: {},
  calls: {},
  callSignature: null,
})

export type Reading = readonly [ReadState, readonly ModelEvent[]]

export const givenOf = (state: ReadState, key: string): number => state.given[key] ?? 0

const withGiven = (state: ReadState, key: string, amount: number): ReadState => ({
  ...state,
  given: { ...state.given, [key]: amount },
})

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
    events.push(...more)
  }
  return [current, events]
}
