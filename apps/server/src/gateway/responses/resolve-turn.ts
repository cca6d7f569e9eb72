import { operations } from '@posthouse/llm/operations'
import { Refusal } from '@posthouse/contract/refusal'
import type { MemoryLease } from '../../http/body-memory.ts'
import type { Caller, Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { bufferOf } from '../../lib/bytes.ts'
import type { StateAsked } from '../../codec/request/body-facts.ts'
import { isId, newResponseId } from '../../domain/kept-answers/kept-ids.ts'
import type { KeptResponse, ResponseHistory } from '../../domain/kept-answers/kept-response.ts'
import type { PreviousItems } from '../../codec/request/make-turn.ts'
import type { ReferencedItems } from '../../domain/kept-answers/named-items.ts'
import type { ReadContext } from '../../domain/kept-answers/read-kept.ts'
import type { ResponseTurn } from '../../domain/kept-answers/turn.ts'

type ResolveParts = Pick<GatewayParts, 'bodies' | 'responses' | 'conversations' | 'clock'>

type TurnRequest = {
  readonly caller: Caller
  /** Null in dialects without stored state. */
  readonly state: StateAsked | null
  readonly body: Buffer
}

type Resolving = {
  readonly parts: ResolveParts
  readonly reading: ReadContext
  readonly state: StateAsked
}

/** The state that a turn continues, and its ids. */
type Base = Pick<ResponseTurn, 'ancestors' | 'conversation'> & { readonly before: PreviousItems }

/**
 * Resolves the turns that a Responses call continues. Ids of other users are never forwarded, because a supplier stores the
 * conversations of many customers behind one key.
 */
export async function resolveTurn(
  parts: ResolveParts,
  exchange: Exchange,
  { caller, state, body }: TurnRequest,
): Promise<ResponseTurn | null> {
  const { snapshot, surface, memory } = exchange
  if (state === null) return null
  const { ResponseKeepDays, RequestBodyLimit: bytesMax } = snapshot.settings
  const plain: ResponseTurn = {
    responseId: newResponseId(),
    previous: state.previous,
    conversation: null,
    kept: state.store && ResponseKeepDays > 0 && operations[surface.operation].isTurn,
    background: state.background,
    followed: state.background && state.stream,
    bound: null,
    body,
    expanded: false,
    input: null,
    own: body,
    ancestors: [],
  }
  if (isPlain(state)) return plain
  const reading = readingFor(parts, exchange, caller.owner.id)
  const { before, ...base } = await baseOf({ parts, reading, state })
  const { responseId, kept } = plain
  const toMake = { body, state, responseId, kept, bytesMax, before }
  const made = await parts.bodies.compute('makeTurn', toMake, body.length + lengthOf(before))
  const turn = {
    ...plain,
    ...base,
    bound: made.bound,
    expanded: made.expanded,
    own: made.own === null ? body : bufferOf(made.own),
    body: made.body === null ? body : bufferOf(made.body),
    input: made.input === null ? null : bufferOf(made.input),
  }
  takeGrown(memory, turn)
  return turn
}

/** Whether the body stays unchanged. */
const isPlain = (state: StateAsked): boolean =>
  state.previous === null &&
  state.conversation === null &&
  !(state.ambiguous || state.summaries || state.background) &&
  state.references.length + state.bareReasoning.length === 0

/** Claims memory for items that are repeated, beyond what was counted when they were read. */
function takeGrown(memory: MemoryLease, { body, input }: ResponseTurn): void {
  const grown = body.length + (input?.length ?? 0) - memory.held()
  if (grown > 0) memory.take(grown)
}

function lengthOf(before: PreviousItems): number {
  const texts =
    before.kind === 'said'
      ? [
          ...before.conversation,
          ...before.turns.flatMap(({ input, response }) => [input, response]),
        ]
      : [before.bound?.response ?? '', ...before.kept.holders.map(({ response }) => response)]
  return texts.reduce((sum, { length }) => sum + length, 0)
}

/** Stored responses repeat their input, so a chain is longer than its conversation. */
const repeatedMost = 2

export const readingFor = (
  { clock }: Pick<GatewayParts, 'clock'>,
  { snapshot, memory }: Pick<Exchange, 'snapshot' | 'memory'>,
  userId: bigint,
): ReadContext => ({
  userId,
  now: clock.now(),
  charactersMax: repeatedMost * snapshot.settings.RequestBodyLimit,
  memory,
})

async function baseOf(resolving: Resolving): Promise<Base> {
  const { state, parts, reading } = resolving
  const { previous } = state
  if (state.conversation !== null) return inConversation(resolving, state.conversation)
  if (previous === null) return onNamed(resolving, null)
  const chain = isId(previous) ? await parts.responses.chain(previous, reading) : []
  const last = chain.at(-1)
  if (last === undefined) throw new Refusal('response.previous', { id: previous })
  const { place, response } = last
  if (place !== null) return onNamed(resolving, { id: previous, place, response })
  const said = await saidIn(parts, reading, chain)
  if (said === null) throw new Refusal('response.previous', { id: previous })
  const ancestors = chain.map(({ id }) => id)
  return { ancestors, conversation: null, before: { kind: 'said', previous, ...said } }
}

/** All items of a chain, last turn included. Null if part of it was deleted. */
export async function saidIn(
  { conversations }: Pick<GatewayParts, 'conversations'>,
  { userId, memory }: ReadContext,
  chain: readonly KeptResponse[],
): Promise<ResponseHistory | null> {
  const first = chain[0]?.conversation ?? null
  const turns = chain.map(({ input, response }) => ({ input, response }))
  if (first === null || first.last === 0n) return { conversation: [], turns }
  const of = { userId, id: first.id }
  const before = await conversations.items(of, memory, { upTo: first.last })
  return before.length === 0 ? null : { conversation: before.map(({ item }) => item), turns }
}

async function inConversation({ parts, reading }: Resolving, id: string): Promise<Base> {
  const of = { userId: reading.userId, id }
  const known = isId(id) ? await parts.conversations.find(of, reading.now) : null
  if (known === null) throw new Refusal('conversation.not-found', { id })
  const items = await parts.conversations.items(of, reading.memory)
  const conversation = items.map(({ item }) => item)
  return {
    ancestors: [],
    conversation: { id, last: items.at(-1)?.number ?? 0n },
    before: { kind: 'said', previous: null, conversation, turns: [] },
  }
}

/** Loads the items that the input references by id. */
async function onNamed(
  { parts, reading, state }: Resolving,
  bound: ReferencedItems['bound'],
): Promise<Base> {
  const names = [...state.references, ...state.bareReasoning].filter(isId)
  const kept = await parts.responses.itemsOf(names, reading)
  return { ancestors: [], conversation: null, before: { kind: 'named', bound, kept } }
}
