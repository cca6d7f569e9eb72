import type { StopReason, UsageEvent } from '../../../canonical/event.ts'
import { lastInput, moreInput } from '../../../canonical/calls/custom-input.ts'
import type { CallersTool } from '../../../canonical/calls/own-tools.ts'
import { type Fields, parsedFields } from '../../../bytes/fields.ts'
import {
  announced,
  type CallItem,
  closing,
  emptied,
  idPrefix,
  isCustom,
  isSearch,
  type OutputItem,
  type ItemStatus,
} from './write-items.ts'

export type ResponsesWriteState = {
  readonly id: string
  readonly model: string
  readonly created: number
  /** The part of the request that every response object repeats. */
  readonly echo: Fields
  /** Of the next event. */
  readonly sequence: number
  readonly begun: boolean
  /**
   * The output so far. Calls stay in progress until the answer ends, for their fragments may come in
   * turns; of everything else only the last item is. Grows in place: a copy for every piece of an answer
   * would cost as much as the answer.
   */
  readonly items: OutputItem[]
  /** The place of the item in progress that is no call; -1: there is none. */
  readonly current: number
  /** The place of the last call of a canonical number. */
  readonly calls: Map<number, number>
  readonly ids: Set<string>
  /** Tools that the caller calls otherwise. */
  readonly callers: ReadonlyMap<string, CallersTool>
  /** Tokens, alternatives included, that the end of a stream may still repeat. */
  readonly tokensLeft: number
  readonly usage: UsageEvent | null
  readonly reason: StopReason | null
}

/** Events without their numbers. */
export type WriteStep = readonly [ResponsesWriteState, readonly Fields[]]

export function andThen(
  [state, events]: WriteStep,
  next: (state: ResponsesWriteState) => WriteStep,
): WriteStep {
  const [after, more] = next(state)
  return [after, [...events, ...more]]
}

export function replaced(
  state: ResponsesWriteState,
  at: number,
  item: OutputItem,
): ResponsesWriteState {
  state.items[at] = item
  return state
}

/**
 * Goes to another thread to write a frame there: without what was said in items that are over, which the end alone
 * repeats. Calls stay whole, for a fragment may be theirs.
 */
export const lightened = (state: ResponsesWriteState): ResponsesWriteState => ({
  ...state,
  items: state.items.map((item) => (isOver(item) ? emptied(item) : item)),
})

/** A lightened state that went on, with what it had been without. */
export const restored = (
  light: ResponsesWriteState,
  { items }: ResponsesWriteState,
): ResponsesWriteState => ({
  ...light,
  items: light.items.map((item, at) => {
    const before = items[at]
    return before !== undefined && isOver(before) ? before : item
  }),
})

const isOver = ({ kind, status }: OutputItem): boolean =>
  kind !== 'call' && status !== 'in_progress'

/** The id of the next item. A supplier's own is kept, so that it is known again. */
export function nextId(
  state: ResponsesWriteState,
  kind: keyof typeof idPrefix,
  suppliers?: string,
): string {
  const prefix = `${idPrefix[kind]}_`
  if (suppliers?.startsWith(prefix) === true && !state.ids.has(suppliers)) return suppliers
  return `${prefix}${state.id.replace(/^resp_/, '')}_${state.items.length}`
}

export function opened(state: ResponsesWriteState, item: OutputItem): WriteStep {
  const at = state.items.push(item) - 1
  state.ids.add(item.id)
  if (item.kind === 'call') state.calls.set(item.index, at)
  const next = item.kind === 'call' ? state : { ...state, current: at }
  return [next, [announced(item, at)]]
}

export function closed(
  state: ResponsesWriteState,
  at: number,
  status: ItemStatus = 'completed',
): WriteStep {
  const item = state.items[at]
  if (item?.status !== 'in_progress') return [state, []]
  if (item.kind === 'call' && isCustom(item)) return closedCustom(state, at, item, status)
  // A call without arguments means an empty object, which is what clients parse.
  if (item.kind === 'call' && item.arguments === '' && status === 'completed') {
    return andThen(argumentsMore(state, at, item, '{}'), (now) => closed(now, at, status))
  }
  const next = replaced(state, at, { ...item, status })
  return [at === state.current ? { ...next, current: -1 } : next, closing(item, at, status)]
}

/** What was not heard yet is heard now. */
function closedCustom(
  state: ResponsesWriteState,
  at: number,
  item: CallItem,
  status: ItemStatus,
): WriteStep {
  const text = lastInput(item.input.progress)
  const whole = { ...item, input: { ...item.input, text: item.input.text + text } }
  const done = { ...whole, status }
  return [replaced(state, at, done), [...inputDelta(done, at, text), ...closing(done, at, status)]]
}

const inputDelta = ({ id }: CallItem, at: number, delta: string): Fields[] =>
  delta === ''
    ? []
    : [{ type: 'response.custom_tool_call_input.delta', item_id: id, output_index: at, delta }]

export function argumentsMore(
  state: ResponsesWriteState,
  at: number,
  item: CallItem,
  delta: string,
): WriteStep {
  const grown = { ...item, arguments: item.arguments + delta }
  if (isCustom(item)) {
    const { progress, text } = moreInput(item.input.progress, delta)
    const input = { text: item.input.text + text, progress }
    return [replaced(state, at, { ...grown, input }), inputDelta(item, at, text)]
  }
  // A search is heard as a whole.
  if (isSearch(item)) return [replaced(state, at, grown), []]
  const place = { item_id: item.id, output_index: at }
  return [
    replaced(state, at, grown),
    [{ type: 'response.function_call_arguments.delta', ...place, delta }],
  ]
}

export const closedCurrent = (state: ResponsesWriteState): WriteStep => closed(state, state.current)

/** A call that has all its arguments can be run, whatever came after it. */
const isWholeCall = (item: OutputItem | undefined): boolean =>
  item?.kind === 'call' && parsedFields(item.arguments) !== null

/** Was it cut short, so is what was under way. */
export function closedAll(state: ResponsesWriteState): WriteStep {
  const isCut = state.reason === 'length' || state.reason === 'content-filter'
  const events: Fields[] = []
  let now = state
  for (const at of state.items.keys()) {
    const [next, more] = closed(
      now,
      at,
      isCut && !isWholeCall(now.items[at]) ? 'incomplete' : 'completed',
    )
    now = next
    for (const event of more) events.push(event)
  }
  return [now, events]
}
