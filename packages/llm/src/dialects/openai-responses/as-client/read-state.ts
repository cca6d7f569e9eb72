import type { ModelEvent } from '../../../canonical/event.ts'

/** The state of a stream so far. Its maps grow in place: a copy of them would cost as much as all that was said. */
export type ResponsesReadState = {
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

export const start = (): ResponsesReadState => ({
  started: false,
  terminal: false,
  given: new Map(),
  parts: new Map(),
  places: new Map(),
  calls: new Map(),
  callSignature: null,
})

export type ReadStep = readonly [ResponsesReadState, readonly ModelEvent[]]

export const givenOf = (state: ResponsesReadState, key: string): number => state.given.get(key) ?? 0

function withGiven(state: ResponsesReadState, key: string, amount: number): ResponsesReadState {
  state.given.set(key, amount)
  return state
}

/** A piece that adds to what was given. */
export const giveMore = (
  state: ResponsesReadState,
  key: string,
  amount: number,
): ResponsesReadState => withGiven(state, key, givenOf(state, key) + amount)

/** Of a text that comes whole, what was not given before. */
export function restOfText(
  state: ResponsesReadState,
  key: string,
  whole: string,
): readonly [ResponsesReadState, string] {
  const before = givenOf(state, key)
  return whole.length <= before
    ? [state, '']
    : [withGiven(state, key, whole.length), whole.slice(before)]
}

/** Of a list that comes whole, what was not given before. */
export function restOfList<Entry>(
  state: ResponsesReadState,
  key: string,
  whole: readonly Entry[],
): readonly [ResponsesReadState, readonly Entry[]] {
  const before = givenOf(state, key)
  return whole.length <= before
    ? [state, []]
    : [withGiven(state, key, whole.length), whole.slice(before)]
}

/** One reading after the other. */
export function inTurn(
  state: ResponsesReadState,
  readers: Iterable<(state: ResponsesReadState) => ReadStep>,
): ReadStep {
  const events: ModelEvent[] = []
  let current = state
  for (const read of readers) {
    const [next, more] = read(current)
    current = next
    for (const event of more) events.push(event)
  }
  return [current, events]
}
