import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { type Fields, fieldsOf, objectsIn, parsedFields, textOf } from '@posthouse/llm/parts/fields'
import { withSummariesSaid } from '@posthouse/llm/protocols/openai-responses/compaction-item'
import {
  isReference,
  itemsOfInput,
  outputAsInput,
  withoutReferences,
} from '@posthouse/llm/protocols/openai-responses/input-items'
import type { Place } from '../../channels/decide.ts'
import { editFields } from '../../upstream/body-edit.ts'
import type { Caller, Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { isId, newResponseId } from './kept-ids.ts'
import { type KeptItem, type KeptResponse, usedBy } from './kept-response.ts'
import type { Reading } from './read-kept.ts'
import type { StateAsked } from '../surfaces/body-facts.ts'
import { isBareThought } from './state-asked.ts'
import type { Turn } from './turn.ts'

type ResolveParts = Pick<GatewayParts, 'responses' | 'conversations' | 'clock'>

type Asked = {
  readonly caller: Caller
  /** Null: the dialect keeps nothing. */
  readonly state: StateAsked | null
  readonly body: Buffer
}

type Resolving = {
  readonly parts: ResolveParts
  readonly reading: Reading
  /** Bytes of a body. */
  readonly bytesMax: number
  readonly state: StateAsked
  readonly body: Buffer
  /** A turn that goes on from nothing. */
  readonly plain: Turn
}

/**
 * What a call of Responses goes on from, of what belongs to its user. No id that is not the user's own
 * gets any further: a supplier keeps the talk of many customers behind one key.
 */
export async function resolveTurn(
  parts: ResolveParts,
  exchange: Exchange,
  { caller, state, body: came }: Asked,
): Promise<Turn | null> {
  const { snapshot, surface } = exchange
  if (state === null) return null
  const body = state.ambiguous || state.summaries ? writtenAnew(came) : came
  const { ResponseKeepDays, RequestBodyLimit } = snapshot.settings
  const plain: Turn = {
    responseId: newResponseId(),
    previous: state.previous,
    conversation: null,
    kept: state.store && ResponseKeepDays > 0 && surface.operation === 'chat',
    background: state.background,
    followed: state.background && state.stream,
    bound: null,
    body,
    expanded: false,
    input: null,
    own: body,
    ancestors: [],
  }
  const reading = readingFor(parts, exchange, caller.owner.id)
  const resolving = { parts, reading, bytesMax: RequestBodyLimit, state, body, plain }
  const asked = await turnOf(resolving)
  const turn = state.background ? inBackground(asked) : asked
  if (turn.body.length > RequestBodyLimit) {
    throw new Refusal('request.too-large', { limit: RequestBodyLimit })
  }
  return turn
}

/** Without what only some readers would see, and with summaries of ours said in words. */
function writtenAnew(body: Buffer): Buffer {
  const fields = fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}
  const { input } = fields
  const said = Array.isArray(input) ? { input: withSummariesSaid(objectsIn(input)) } : {}
  return Buffer.from(JSON.stringify({ ...fields, ...said }))
}

/** Responses repeat what they were asked with: a chain of them is longer than the talk in it. */
const repeatedMost = 2

export const readingFor = (
  { clock }: Pick<GatewayParts, 'clock'>,
  { snapshot }: Pick<Exchange, 'snapshot'>,
  userId: bigint,
): Reading => ({
  userId,
  now: clock.now(),
  charactersMax: repeatedMost * snapshot.settings.RequestBodyLimit,
})

async function turnOf(resolving: Resolving): Promise<Turn> {
  const { state, parts, reading } = resolving
  if (state.conversation !== null) return inConversation(resolving, state.conversation)
  if (state.previous === null) return withNamedItems(resolving)
  const chain = await chainOf(resolving, state.previous)
  const last = chain.at(-1)
  if (last === undefined) throw new Refusal('response.previous', { id: state.previous })
  if (last.place !== null) {
    const { input, output } = usedBy(last)
    const tokens = input + output
    return withNamedItems(resolving, { id: state.previous, place: last.place, tokens })
  }
  const items = await itemsOfChain(parts, { userId: reading.userId, chain })
  if (items === null) throw new Refusal('response.previous', { id: state.previous })
  const ancestors = chain.map(({ id }) => id)
  return expanded(resolving, { items, ancestors, conversation: null })
}

/** The answer is read as a stream: it may take longer than one in one piece may. */
function inBackground(turn: Turn): Turn {
  const reason = !turn.kept
    ? phrase('its answer would be kept nowhere')
    : turn.bound === null
      ? null
      : phrase('it goes on from what its supplier keeps')
  if (reason !== null) throw new Refusal('response.background', { reason })
  const edits = new Map([
    ['background', null],
    ['stream', 'true'],
  ])
  const input =
    turn.input ?? itemsOfInput(parsedFields(turn.own.toString('utf8'))?.['input'], turn.responseId)
  return { ...turn, body: editFields(turn.body, edits), input }
}

/** Empty: it is not there, or not the user's. */
async function chainOf(
  { parts, reading }: Pick<Resolving, 'parts' | 'reading'>,
  id: string,
): Promise<readonly KeptResponse[]> {
  if (!isId(id)) return []
  const chain = await parts.responses.chain(id, reading)
  const status = chain.at(-1)?.response['status'] ?? 'completed'
  return isEnded.has(status) ? chain : []
}

/** What can be gone on from. */
const isEnded: ReadonlySet<unknown> = new Set(['completed', 'incomplete'])

/** Everything that was said up to the last turn of a chain, and in it. Null: some of it is gone. */
export async function itemsOfChain(
  { conversations }: Pick<GatewayParts, 'conversations'>,
  { userId, chain }: { userId: bigint; chain: readonly KeptResponse[] },
): Promise<readonly Fields[] | null> {
  const first = chain[0]?.conversation ?? null
  const goesOn = first !== null && first.last > 0n
  const before = goesOn ? await conversations.items({ userId, id: first.id }, first.last) : []
  if (goesOn && before.length === 0) return null
  return [
    ...before.map(({ item }) => item),
    ...chain.flatMap(({ input, response }) => [...input, ...outputAsInput(response['output'])]),
  ]
}

async function inConversation(resolving: Resolving, id: string): Promise<Turn> {
  const { parts, reading } = resolving
  const of = { userId: reading.userId, id }
  const known = isId(id) ? await parts.conversations.find(of, reading.now) : null
  if (known === null) throw new Refusal('conversation.not-found', { id })
  const before = await parts.conversations.items(of)
  return expanded(resolving, {
    items: before.map(({ item }) => item),
    ancestors: [],
    conversation: { id, last: before.at(-1)?.number ?? 0n },
  })
}

type Before = Pick<Turn, 'ancestors' | 'conversation'> & { readonly items: readonly Fields[] }

/** The turn with everything before it in its input. */
function expanded({ plain, body, state, bytesMax }: Resolving, before: Before): Turn {
  const fields = fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}
  const known = new Map(before.items.map((item) => [String(item['id']), item]))
  checkNamed(state.references, (id) => known.get(id), bytesMax)
  const named = withoutReferences(itemsOfInput(fields['input'], plain.responseId), known)
  const [missing] = named.missing
  if (missing !== undefined) throw new Refusal('item.not-found', { id: missing })
  const whole = withSummariesSaid([...before.items, ...named.items.map(withoutId)])
  const edits = new Map([
    ['input', JSON.stringify(whole)],
    ['previous_response_id', null],
    ['conversation', null],
  ])
  return {
    ...plain,
    conversation: before.conversation,
    ancestors: before.ancestors,
    body: editFields(body, edits),
    expanded: true,
    input: named.items,
  }
}

/** As the client said it: a repeat of the turn is the same bytes. */
function withoutId(item: Fields): Fields {
  const { id: _, ...others } = item
  return others
}

/**
 * What the input names without giving it, where it is: put in from here, or left to the supplier that
 * keeps it. What is not the user's own is refused; a thought that is not is left out, for what it was
 * is known to nobody.
 */
async function withNamedItems(
  { parts, reading, bytesMax, state, body, plain }: Resolving,
  bound: Turn['bound'] = null,
): Promise<Turn> {
  const names = [...state.references, ...state.thoughts]
  if (names.length === 0) return { ...plain, bound }
  const kept = await parts.responses.itemsOf(names.filter(isId), reading)
  const target = withNamedTokens(bound ?? boundBy(names, kept), names, kept)
  const found = (id: string): 'here' | 'there' | null =>
    foundAt(kept.get(id), target?.place ?? null)
  const missing = state.references.find((id) => found(id) === null)
  if (missing !== undefined) throw new Refusal('item.not-found', { id: missing })
  if (names.every((id) => found(id) === 'there')) return { ...plain, bound: target }
  const itemNamed = (id: string): Fields | undefined => {
    const item = kept.get(id)
    return item !== undefined && 'item' in item ? item.item : undefined
  }
  checkNamed(names, itemNamed, bytesMax)
  const fields = fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}
  const input = objectsIn(fields['input']).flatMap((item) => {
    const isNamed = isReference(item) || isBareThought(item)
    const id = isNamed ? textOf(item['id']) : null
    return id === null || found(id) === 'there' ? [item] : (itemNamed(id) ?? [])
  })
  const expanded = names.some((id) => found(id) === 'here')
  return {
    ...plain,
    bound: target,
    body: editFields(body, new Map([['input', JSON.stringify(input)]])),
    expanded,
    input: itemsOfInput(input, plain.responseId),
  }
}

/** Refuses what would be too long, before it is: a long item may be named again and again. */
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
    if (length > bytesMax) throw new Refusal('request.too-large', { limit: bytesMax })
  }
}

/** The place of the first that a supplier keeps. */
function boundBy(names: readonly string[], kept: ReadonlyMap<string, KeptItem>): Turn['bound'] {
  for (const id of names) {
    const item = kept.get(id)
    if (item !== undefined && 'place' in item) return { id, place: item.place, tokens: 0 }
  }
  return null
}

function withNamedTokens(
  bound: Turn['bound'],
  names: readonly string[],
  kept: ReadonlyMap<string, KeptItem>,
): Turn['bound'] {
  if (bound === null) return null
  const tokens = names.reduce((sum, id) => {
    const item = kept.get(id)
    return sum + (item !== undefined && 'place' in item ? item.tokens : 0)
  }, bound.tokens)
  return { ...bound, tokens }
}

function foundAt(item: KeptItem | undefined, place: Place | null): 'here' | 'there' | null {
  if (item === undefined) return null
  if ('item' in item) return 'here'
  const isThere = item.place.channelId === place?.channelId && item.place.keyId === place.keyId
  return isThere ? 'there' : null
}
