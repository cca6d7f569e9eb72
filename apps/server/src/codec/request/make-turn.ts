import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { type Fields, fieldsOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'
import { withSummariesSaid } from '@posthouse/llm/canonical/summary-item'
import { isReference, itemsOfInput, withoutReferences } from '@posthouse/llm/canonical/items'
import { editFields } from './edits/body-edit.ts'
import { bufferOf } from '../../lib/bytes.ts'
import type { StateAsked } from './body-facts.ts'
import type { ResponseHistory } from '../../domain/kept-answers/kept-response.ts'
import { type ReferencedItems, namedItems } from '../../domain/kept-answers/named-items.ts'
import { historyItems } from '../../domain/kept-answers/history-items.ts'
import { isBareReasoning } from './state-asked.ts'
import type { ResponseTurn } from '../../domain/kept-answers/turn.ts'

/*
 * Builds a turn from stored data, as pure functions because bodies and chains are large. Refuses 400, 404 and 413.
 */

/** Items before a turn. `named` if there are only those that the input references or a supplier stores. */
export type PreviousItems =
  | ({ readonly kind: 'said'; readonly previous: string | null } & ResponseHistory)
  | ({ readonly kind: 'named' } & ReferencedItems)

export type ToMake = {
  /** The body as received. */
  readonly body: Uint8Array
  readonly state: StateAsked
  /** For ids of items without one. */
  readonly responseId: string
  /** The answer is stored. */
  readonly kept: boolean
  /** Largest resulting body. */
  readonly bytesMax: number
  readonly before: PreviousItems
}

/** `body` is null if unchanged. */
export type TurnBody = Pick<ResponseTurn, 'bound' | 'expanded'> & {
  readonly body: Uint8Array | null
  /** The body as received, with ambiguous members resolved. */
  readonly own: Uint8Array | null
  /** A JSON list. */
  readonly input: Uint8Array | null
}

type Making = Omit<ToMake, 'body' | 'before'> & { readonly own: Buffer }

type Turned = Pick<ResponseTurn, 'bound' | 'expanded'> & {
  readonly body: Buffer
  readonly input: readonly Fields[] | null
}

export function makeTurn({ body: came, before, ...asked }: ToMake): TurnBody {
  const { state, bytesMax } = asked
  const isAnew = state.ambiguous || state.summaries
  const own = isAnew ? writtenAnew(came) : bufferOf(came)
  const making = { ...asked, own }
  const made = before.kind === 'said' ? expanded(making, before) : withNamed(making, before)
  const { body, input, ...turn } = state.background ? inBackground(making, made) : made
  if (body.length > bytesMax) throw tooLarge(bytesMax)
  return {
    ...turn,
    body: body === own && !isAnew ? null : body,
    own: isAnew ? own : null,
    input: input === null ? null : Buffer.from(JSON.stringify(input)),
  }
}

const fieldsIn = (body: Uint8Array): Fields =>
  fieldsOf(JSON.parse(bufferOf(body).toString('utf8'))) ?? {}

const tooLarge = (limit: number): Refusal => new Refusal('request.too-large', { limit })

/** Resolves repeated members and writes our summaries as text. */
function writtenAnew(body: Uint8Array): Buffer {
  const fields = fieldsIn(body)
  const { input } = fields
  const said = Array.isArray(input) ? { input: withSummariesSaid(objectsIn(input)) } : {}
  return Buffer.from(JSON.stringify({ ...fields, ...said }))
}

/** Background answers are streamed from the supplier, because they may exceed the timeout of whole answers. */
function inBackground({ own, kept, responseId }: Making, turn: Turned): Turned {
  const reason = !kept
    ? phrase('its answer would be kept nowhere')
    : turn.bound === null
      ? null
      : phrase('it goes on from what its supplier keeps')
  if (reason !== null) throw new Refusal('response.background', { reason })
  const edits = new Map([
    ['background', null],
    ['stream', 'true'],
  ])
  const input = turn.input ?? itemsOfInput(fieldsIn(own)['input'], responseId)
  return { ...turn, body: editFields(turn.body, edits), input }
}

/** Puts everything before the turn into its input. */
function expanded(
  { own, state, responseId, bytesMax }: Making,
  before: Extract<PreviousItems, { kind: 'said' }>,
): Turned {
  const { items, isEnded } = historyItems(before)
  if (!isEnded) throw new Refusal('response.previous', { id: before.previous ?? '' })
  const known = new Map(items.map((item) => [String(item['id']), item]))
  checkNamed(state.references, (id) => known.get(id), bytesMax)
  const input = itemsOfInput(fieldsIn(own)['input'], responseId)
  const named = withoutReferences(input, known)
  const [missing] = named.missing
  if (missing !== undefined) throw new Refusal('item.not-found', { id: missing })
  const whole = withSummariesSaid([...items, ...named.items.map(withoutId)])
  const edits = new Map([
    ['input', JSON.stringify(whole)],
    ['previous_response_id', null],
    ['conversation', null],
  ])
  return { body: editFields(own, edits), expanded: true, bound: null, input: named.items }
}

/** Removes our id, so that a repeated turn has the same bytes. */
function withoutId(item: Fields): Fields {
  const { id: _, ...others } = item
  return others
}

/**
 * Replaces referenced items by our stored ones, or leaves them to the supplier that stores them. Items of other users are refused;
 * unknown reasoning items are dropped.
 */
function withNamed({ own, state, responseId, bytesMax }: Making, given: ReferencedItems): Turned {
  const names = [...state.references, ...state.bareReasoning]
  const { bound, found, itemNamed } = namedItems(names, given)
  const missing = state.references.find((id) => found(id) === null)
  if (missing !== undefined) throw new Refusal('item.not-found', { id: missing })
  if (names.every((id) => found(id) === 'there')) {
    return { body: own, bound, expanded: false, input: null }
  }
  checkNamed(names, itemNamed, bytesMax)
  const input = objectsIn(fieldsIn(own)['input']).flatMap((item) => {
    const isNamed = isReference(item) || isBareReasoning(item)
    const id = isNamed ? textOf(item['id']) : null
    return id === null || found(id) === 'there' ? [item] : (itemNamed(id) ?? [])
  })
  return {
    bound,
    body: editFields(own, new Map([['input', JSON.stringify(input)]])),
    expanded: names.some((id) => found(id) === 'here'),
    input: itemsOfInput(input, responseId),
  }
}

/** Refuses a body that would become too long, because a long item may be referenced many times. */
function checkNamed(
  names: readonly string[],
  itemNamed: (id: string) => Fields | undefined,
  bytesMax: number,
): void {
  const lengths = new Map<string, number>()
  let length = 0
  for (const id of names) {
    const known = lengths.get(id) ?? JSON.stringify(itemNamed(id) ?? null).length
    lengths.set(id, known)
    length += known
    if (length > bytesMax) throw tooLarge(bytesMax)
  }
}
