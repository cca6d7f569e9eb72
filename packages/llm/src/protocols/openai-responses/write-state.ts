import type { StopReason, UsageEvent } from '../../event.ts'
import type { Fields } from '../../parts/fields.ts'
import {
  announced,
  type CallItem,
  closing,
  idPrefix,
  type Item,
  type Status,
} from './write-items.ts'

export type WriteState = {
  readonly id: string
  readonly model: string
  readonly created: number
  /** What of the request every response object repeats. */
  readonly echo: Fields
  /** Of the next event. */
  readonly sequence: number
  readonly begun: boolean
  /**
   * The output so far. Calls stay in progress until the answer ends, for their fragments may come in
   * turns; of everything else only the last item is.
   */
  readonly items: readonly Item[]
  readonly usage: UsageEvent | null
  readonly reason: StopReason | null
}

/** Events without their numbers. */
export type Writing = readonly [WriteState, readonly Fields[]]

export function andThen([state, events]: Writing, next: (state: WriteState) => Writing): Writing {
  const [after, more] = next(state)
  return [after, [...events, ...more]]
}

/** The item in progress that is no call. */
export const currentOf = (state: WriteState): number =>
  state.items.findLastIndex(({ kind, status }) => kind !== 'call' && status === 'in_progress')

export const replaced = (state: WriteState, at: number, item: Item): WriteState => ({
  ...state,
  items: state.items.with(at, item),
})

/** The id of the next item. A supplier's own is kept, so that it is known again. */
export function nextId(state: WriteState, kind: Item['kind'], suppliers?: string): string {
  const prefix = `${idPrefix[kind]}_`
  const isFree = state.items.every(({ id }) => id !== suppliers)
  if (suppliers?.startsWith(prefix) === true && isFree) return suppliers
  return `${prefix}${state.id.replace(/^resp_/, '')}_${state.items.length}`
}

export const opened = (state: WriteState, item: Item): Writing => [
  { ...state, items: [...state.items, item] },
  [announced(item, state.items.length)],
]

export function closed(state: WriteState, at: number, status: Status = 'completed'): Writing {
  const item = state.items[at]
  if (item?.status !== 'in_progress') return [state, []]
  // Who calls a function without arguments means an empty object, which is what clients parse.
  if (item.kind === 'call' && item.arguments === '' && status === 'completed') {
    return andThen(argumentsMore(state, at, item, '{}'), (now) => closed(now, at, status))
  }
  return [replaced(state, at, { ...item, status }), closing(item, at, status)]
}

export const argumentsMore = (
  state: WriteState,
  at: number,
  item: CallItem,
  delta: string,
): Writing => [
  replaced(state, at, { ...item, arguments: item.arguments + delta }),
  [
    {
      type: 'response.function_call_arguments.delta',
      item_id: item.id,
      output_index: at,
      delta,
    },
  ],
]

export const closedCurrent = (state: WriteState): Writing => closed(state, currentOf(state))

/** Was it cut short, so is what was under way. */
export function closedAll(state: WriteState): Writing {
  const isCut = state.reason === 'length' || state.reason === 'content-filter'
  return state.items.reduce<Writing>(
    (writing, _, at) =>
      andThen(writing, (now) => closed(now, at, isCut ? 'incomplete' : 'completed')),
    [state, []],
  )
}
