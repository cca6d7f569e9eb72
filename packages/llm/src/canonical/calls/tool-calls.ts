import type { ModelEvent } from '../event.ts'
import { type Fields, fieldsOf, listOf, numberOf, objectsIn, textOf } from '../../bytes/fields.ts'
import { isWhole, type JsonProgress, noJson, withPiece } from '../../bytes/json-end.ts'
import type { PlaceEdit } from '../../bytes/place-edit.ts'
import { bareId, callSignature } from '../../dialects/openai-chat/extensions.ts'
import { toolIdOf } from './tool-id.ts'

/*
 * A stream gives calls in fragments. Which call a fragment belongs to is said by its `index`, and not everybody
 * says it: Ollama and Google's layer give each of several calls the same index or none, and an id may be empty. So
 * an id that is new begins a new call; without one a name does, once the call before is whole.
 */

type ToolCallState = {
  readonly number: number
  /** The supplier's index for it, unless it has none or another call has the same. */
  readonly index: number
  /** As the supplier gave it; empty: it gave none. */
  readonly suppliersId: string
  readonly id: string
  /** Empty: it has not come. */
  name: string
  progress: JsonProgress
  /** Arguments that came before the name. */
  waiting: string
  signature: string | undefined
}

/** The calls of one answer so far. Grows in place. */
export type AnswerCalls = {
  count: number
  /** The call that began last; null: none has. */
  latest: ToolCallState | null
  readonly indices: Set<number>
  /** Above all of them. */
  freeIndex: number
  /** The last call of a place: of an index, or of a position in its chunk. */
  readonly last: Map<string, ToolCallState>
  readonly byId: Map<string, ToolCallState>
}

const noCalls = (): AnswerCalls => ({
  count: 0,
  latest: null,
  indices: new Set(),
  freeIndex: 0,
  last: new Map(),
  byId: new Map(),
})

type CallEvent = Extract<ModelEvent, { kind: 'tool-call' }>

/** The parts of ids that a supplier left out. */
export type CallIdParts = { readonly answer: number; readonly answerId: string }

/** The calls of a whole message: each entry is one. */
export const wholeCalls = (list: unknown, named: CallIdParts): CallEvent[] => {
  const calls = noCalls()
  return listOf(list).flatMap((value, position) => {
    const call = fieldsOf(value)
    return call === null
      ? []
      : readCall(calls, fragmentOf({ ...call, index: position }, position), named)
  })
}

/** The fragments in a delta. */
export const callFragments = (calls: AnswerCalls, list: unknown, named: CallIdParts): CallEvent[] =>
  listOf(list).flatMap((value, position) => {
    const call = fieldsOf(value)
    return call === null ? [] : readCall(calls, fragmentOf(call, position), named)
  })

/** The calls of a stream so far, by answer, and the answers that gave their reason to stop. Grows in place. */
export type CallsInStream = {
  readonly byAnswer: Map<number, AnswerCalls>
  readonly ended: Set<number>
}

export const noCallsInStream = (): CallsInStream => ({ byAnswer: new Map(), ended: new Set() })

export function callsOfAnswer({ byAnswer }: CallsInStream, answer: number): AnswerCalls {
  const calls = byAnswer.get(answer) ?? noCalls()
  byAnswer.set(answer, calls)
  return calls
}

/** An answer without a reason to stop has a call whose arguments are incomplete. Arguments of none are complete. */
export const hasOpenCalls = ({ byAnswer, ended }: CallsInStream): boolean =>
  [...byAnswer].some(
    ([answer, calls]) => !ended.has(answer) && calls.latest !== null && isOpen(calls),
  )

const isOpen = ({ last, byId }: AnswerCalls): boolean =>
  [...last.values(), ...byId.values()].some(({ progress }) => isCut(progress))

/** Arguments that began and do not end. */
const isCut = (progress: JsonProgress): boolean => progress.begun && !isWhole(progress)

/** A call of a whole message has incomplete arguments. */
export const hasCutCall = ({ tool_calls: calls }: Fields): boolean =>
  objectsIn(calls).some((call) =>
    isCut(withPiece(noJson, textOf(fieldsOf(call['function'])?.['arguments']) ?? '')),
  )

/** Reads a chunk that goes on as it came. Answers the indices of calls that clients need and it lacks. */
export function missingIndices(stream: CallsInStream, chunk: Fields): PlaceEdit[] {
  return listOf(chunk['choices']).flatMap((value, at) => {
    const choice = fieldsOf(value) ?? {}
    const answer = numberOf(choice['index']) ?? 0
    const list = listOf(fieldsOf(choice['delta'])?.['tool_calls'])
    const edits = list.flatMap((entry, position): PlaceEdit[] => {
      const call = fieldsOf(entry)
      if (call === null) return []
      const calls = callsOfAnswer(stream, answer)
      const fragment = fragmentOf(call, position)
      readCall(calls, fragment, { answer, answerId: '' })
      const index = calls.last.get(fragment.place)?.index ?? position
      const place = ['choices', at, 'delta', 'tool_calls', position, 'index']
      return index === call['index'] ? [] : [{ place, value: index }]
    })
    if (textOf(choice['finish_reason'])) stream.ended.add(answer)
    return edits
  })
}

type CallFragment = {
  readonly index: number | null
  readonly place: string
  readonly id: string
  readonly name: string
  readonly text: string
  readonly signature: string | undefined
}

/** An empty id or name is none. */
function fragmentOf(fields: Fields, position: number): CallFragment {
  const made = fieldsOf(fields['function'])
  const index = numberOf(fields['index'])
  return {
    index,
    place: index === null ? `at ${position}` : `${index}`,
    id: textOf(fields['id']) ?? '',
    name: textOf(made?.['name']) ?? '',
    text: textOf(made?.['arguments']) ?? '',
    signature: callSignature(fields),
  }
}

function readCall(calls: AnswerCalls, fragment: CallFragment, numbered: CallIdParts): CallEvent[] {
  const { name, text } = fragment
  const call = callOf(calls, fragment, numbered)
  call.progress = withPiece(call.progress, text)
  call.signature ??= fragment.signature
  const event = { kind: 'tool-call', answer: numbered.answer, index: call.number } as const
  if (call.name !== '')
    return text === '' ? [] : [{ ...event, id: null, name: null, arguments: text }]
  call.waiting += text
  // Without its name a call is nothing yet.
  if (name === '') return []
  call.name = name
  const signed = call.signature === undefined ? {} : { signature: call.signature }
  return [{ ...event, id: call.id, name, arguments: call.waiting, ...signed }]
}

/** The call that a fragment belongs to. */
function callOf(
  calls: AnswerCalls,
  fragment: CallFragment,
  { answer, answerId }: CallIdParts,
): ToolCallState {
  const { place, id, index } = fragment
  const before = calls.last.get(place) ?? (index === null ? calls.latest : null)
  const known = calls.byId.get(id) ?? before
  const call =
    known === null || beginsAnother(known, fragment)
      ? beginCall(calls, fragment, `call_${answerId}_${answer}_${calls.count}`)
      : known
  calls.last.set(place, call)
  return call
}

/** Some suppliers give a fragment of a call an id of its own: only what has a name is a beginning. */
function beginsAnother(known: ToolCallState, { id, name }: CallFragment): boolean {
  if (name === '' || known.name === '') return false
  if (id !== '' && known.suppliersId !== '') return id !== known.suppliersId
  return name !== known.name || isWhole(known.progress)
}

function beginCall(
  calls: AnswerCalls,
  { id: suppliersId, index: suppliersIndex }: CallFragment,
  ourId: string,
): ToolCallState {
  const id = suppliersId === '' ? toolIdOf(ourId) : bareId(suppliersId)
  const number = calls.count
  const isFree = suppliersIndex !== null && !calls.indices.has(suppliersIndex)
  const index = isFree ? suppliersIndex : calls.freeIndex
  const unknown = { name: '', progress: noJson, waiting: '', signature: undefined }
  const call = { number, index, suppliersId, id, ...unknown }
  calls.count += 1
  calls.latest = call
  calls.indices.add(index)
  calls.freeIndex = Math.max(calls.freeIndex, index + 1)
  if (suppliersId !== '') calls.byId.set(suppliersId, call)
  return call
}
