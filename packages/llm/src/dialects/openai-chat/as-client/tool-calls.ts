import type { ModelEvent } from '../../../event.ts'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../../parts/fields.ts'
import { isWhole, type JsonProgress, noJson, withPiece } from '../../../parts/json-end.ts'
import { toolIdOf } from '../../../parts/calls/tool-id.ts'

/*
 * A stream gives calls in fragments. Which call a fragment belongs to is said by its `index`, and not everybody
 * says it: Ollama and Google's layer give each of several calls the same index or none, and an id may be empty. So
 * an id that is new begins a new call; without one a name does, once the call before is whole.
 */

type Call = {
  readonly number: number
  /** As the supplier gave it; empty: it gave none. */
  readonly suppliersId: string
  readonly id: string
  /** Empty: it has not come. */
  name: string
  progress: JsonProgress
  /** Arguments that came before the name. */
  waiting: string
}

/** The calls of one answer so far. Grows in place. */
export type ReadCalls = {
  count: number
  /** The last call of a place: of an index, or of a position in its chunk. */
  readonly last: Map<string, Call>
  readonly byId: Map<string, Call>
}

export const noCalls = (): ReadCalls => ({ count: 0, last: new Map(), byId: new Map() })

type CallEvent = Extract<ModelEvent, { kind: 'tool-call' }>

/** The parts of ids that a supplier left out. */
export type Numbered = { readonly answer: number; readonly answerId: string }

/** The calls of a whole message: each entry is one. */
export const wholeCalls = (list: unknown, named: Numbered): CallEvent[] => {
  const calls = noCalls()
  return listOf(list).flatMap((value, position) => {
    const call = fieldsOf(value)
    return call === null
      ? []
      : readCall(calls, fragmentOf({ ...call, index: position }, position), named)
  })
}

/** The fragments in a delta. */
export const callFragments = (calls: ReadCalls, list: unknown, named: Numbered): CallEvent[] =>
  listOf(list).flatMap((value, position) => {
    const call = fieldsOf(value)
    return call === null ? [] : readCall(calls, fragmentOf(call, position), named)
  })

type Fragment = {
  readonly place: string
  readonly id: string
  readonly name: string
  readonly text: string
}

/** An empty id or name is none. */
function fragmentOf(fields: Fields, position: number): Fragment {
  const made = fieldsOf(fields['function'])
  const index = numberOf(fields['index'])
  return {
    place: index === null ? `at ${position}` : `${index}`,
    id: textOf(fields['id']) ?? '',
    name: textOf(made?.['name']) ?? '',
    text: textOf(made?.['arguments']) ?? '',
  }
}

function readCall(calls: ReadCalls, fragment: Fragment, numbered: Numbered): CallEvent[] {
  const { name, text } = fragment
  const call = callOf(calls, fragment, numbered)
  call.progress = withPiece(call.progress, text)
  const event = { kind: 'tool-call', answer: numbered.answer, index: call.number } as const
  if (call.name !== '')
    return text === '' ? [] : [{ ...event, id: null, name: null, arguments: text }]
  call.waiting += text
  // Without its name a call is nothing yet.
  if (name === '') return []
  call.name = name
  return [{ ...event, id: call.id, name, arguments: call.waiting }]
}

/** The call that a fragment belongs to. */
function callOf(calls: ReadCalls, fragment: Fragment, { answer, answerId }: Numbered): Call {
  const { place, id } = fragment
  const known = calls.byId.get(id) ?? calls.last.get(place)
  const call =
    known === undefined || beginsAnother(known, fragment)
      ? begun(calls, id, `call_${answerId}_${answer}_${calls.count}`)
      : known
  calls.last.set(place, call)
  return call
}

/** Some suppliers give a fragment of a call an id of its own: only what has a name is a beginning. */
function beginsAnother(known: Call, { id, name }: Fragment): boolean {
  if (name === '' || known.name === '') return false
  if (id !== '' && known.suppliersId !== '') return id !== known.suppliersId
  return name !== known.name || isWhole(known.progress)
}

function begun(calls: ReadCalls, suppliersId: string, ourId: string): Call {
  const id = suppliersId === '' ? toolIdOf(ourId) : suppliersId
  const number = calls.count
  const call = { number, suppliersId, id, name: '', progress: noJson, waiting: '' }
  calls.count += 1
  if (suppliersId !== '') calls.byId.set(suppliersId, call)
  return call
}
