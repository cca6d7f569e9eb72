import type { AnswerEvent } from './event.ts'

/** The handling of each kind of event of an answer: none is left out. */
export type ByKind<State, Result> = {
  readonly [Kind in AnswerEvent['kind']]: (
    state: State,
    event: Extract<AnswerEvent, { readonly kind: Kind }>,
  ) => Result
}

/** The table's entry for the kind of this event. */
export function byKind<State, Result>(
  table: ByKind<State, Result>,
  state: State,
  event: AnswerEvent,
): Result {
  const entry: (state: State, event: never) => Result = table[event.kind]
  return entry(state, event as never)
}
