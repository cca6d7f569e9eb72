import type { OperationName } from '@posthouse/llm/operations/operation'
import { type Channel, type ChannelKey, modelsFor } from './channel.ts'
import type { CircuitState, HealthView } from './health.ts'
import { keepsResponses, servesAs } from './dialect-choice.ts'

/** `#12` uses one channel only, `#!12` any but that. Only administrators may. */
export type Pin = { readonly kind: 'only' | 'except'; readonly channelId: bigint }

/** The one key of one channel behind which a supplier keeps what a request goes on from. */
export type ResourceLocation = { readonly channelId: bigint; readonly keyId: bigint }

/** A request's needs of a channel. */
export type RoutingFacts = {
  readonly model: string
  readonly group: string
  /** The key's model list; empty: all. */
  readonly modelsAllowed: readonly string[]
  readonly hasTools: boolean
  readonly operation: OperationName
  /** Says if a model can do it, by the name that is sent upstream. */
  readonly does: (forwarded: string) => boolean
  readonly pin: Pin | null
  /** Nobody else can answer: state of an account over there. */
  readonly bound: ResourceLocation | null
}

/** One key of one channel, and the names that the model has there. */
export type Candidate = {
  readonly channel: Channel
  readonly key: ChannelKey
  /** The name sent upstream and the name that is priced. */
  readonly forwarded: string
  readonly priced: string
}

type Reason =
  | 'pinned-elsewhere'
  | 'excluded'
  | 'state-elsewhere'
  | 'group'
  | 'model'
  | 'narrower-match'
  | 'chat-only'
  | 'operation'
  | 'model-operation'
  | 'no-key'
  | 'cooling'

type Rejection = {
  readonly channelId: bigint
  readonly channelName: string
  readonly reason: Reason
}

/** The channels that would serve a request, in order, and why no other. */
export type Plan = {
  readonly candidates: readonly Candidate[]
  readonly rejected: readonly Rejection[]
  /** True where the key may use the model at all. */
  readonly allowed: boolean
  /** True where a channel of the group has the model. */
  readonly known: boolean
}

/** Channels with their model lists ready to be asked. */
export type RoutingTable = { readonly rows: readonly Row[] }

type Row = {
  readonly channel: Channel
  readonly exact: ReadonlySet<string>
  /** Longest first. */
  readonly prefixes: readonly string[]
  readonly keys: readonly ChannelKey[]
}

export type Circumstances = { readonly health: HealthView; readonly seed: number }

const tables = new WeakMap<readonly Channel[], RoutingTable>()

/** The table of a list of channels; made once for each list. */
export function routingTable(channels: readonly Channel[]): RoutingTable {
  const known = tables.get(channels)
  if (known !== undefined) return known
  const made = { rows: channels.filter(({ enabled }) => enabled).map(rowOf) }
  tables.set(channels, made)
  return made
}

const rowOf = (channel: Channel): Row => ({
  channel,
  exact: new Set(channel.models.filter((name) => !name.endsWith('*'))),
  prefixes: channel.models
    .filter((name) => name.endsWith('*'))
    .map((name) => name.slice(0, -1))
    .toSorted((a, b) => b.length - a.length),
  keys: channel.keys.filter(({ enabled }) => enabled),
})

/**
 * The channels for a request: a pure function of its arguments, used live, to explain and in tests. The
 * same seed gives the same order.
 */
export function decide(
  facts: RoutingFacts,
  table: RoutingTable,
  { health, seed }: Circumstances,
): Plan {
  if (!isAllowed(facts.modelsAllowed, facts.model)) {
    return { candidates: [], rejected: [], allowed: false, known: true }
  }
  const rejected: Rejection[] = []
  const fitting: MatchingRow[] = []
  let known = false
  for (const row of table.rows) {
    const match = matchOf(row, facts)
    if (match !== null && servesGroup(row, facts)) known = true
    const reason = rejectionOf(row, facts, match)
    if (reason !== null) rejected.push(rejection(row.channel, reason))
    else {
      const own = servesAs(row.channel, facts.operation) === facts.operation
      fitting.push({ row, match: match ?? 0, own, candidates: [] })
    }
  }
  const random = randomFrom(seed)
  const states = fitting.map((fit) => ({ ...fit, candidates: statesOf(fit.row, facts, health) }))
  return { ...choose(states, rejected, random), allowed: true, known }
}

type CandidateState = { readonly candidate: Candidate; readonly state: CircuitState }
type MatchingRow = {
  readonly row: Row
  readonly match: number
  /** It has the operation; else the request must be said in another. */
  readonly own: boolean
  readonly candidates: readonly CandidateState[]
}

const exactMatch = Number.MAX_SAFE_INTEGER

/** The fit of a row's model list: exact, else the length of the wildcard, else not. */
function matchOf(row: Row, facts: RoutingFacts): number | null {
  if (row.exact.has(facts.model) || facts.pin?.kind === 'only') return exactMatch
  return row.prefixes.find((prefix) => facts.model.startsWith(prefix))?.length ?? null
}

const servesGroup = (row: Row, facts: RoutingFacts): boolean =>
  facts.pin?.kind === 'only' || row.channel.groups.includes(facts.group)

function rejectionOf(row: Row, facts: RoutingFacts, match: number | null): Reason | null {
  const { channel } = row
  const pinned = pinReason(channel, facts.pin)
  if (pinned !== null) return pinned
  if (facts.bound !== null && !isThere(facts.bound, channel)) return 'state-elsewhere'
  if (!servesGroup(row, facts)) return 'group'
  if (match === null) return 'model'
  if (channel.chatOnly && facts.hasTools) return 'chat-only'
  if (servesAs(channel, facts.operation) === null) return 'operation'
  if (!facts.does(modelsFor(channel, facts.model).forwarded)) return 'model-operation'
  return keysFor(row, facts).length === 0 ? 'no-key' : null
}

/** The supplier must still be one that keeps what the request goes on from. */
const isThere = ({ channelId }: ResourceLocation, channel: Channel): boolean =>
  channelId === channel.id && keepsResponses(channel)

const keysFor = ({ keys }: Row, { bound }: RoutingFacts): readonly ChannelKey[] =>
  bound === null ? keys : keys.filter(({ id }) => id === bound.keyId)

function pinReason({ id }: Channel, pin: Pin | null): Reason | null {
  if (pin?.kind === 'only') return id === pin.channelId ? null : 'pinned-elsewhere'
  return pin !== null && id === pin.channelId ? 'excluded' : null
}

function statesOf(row: Row, facts: RoutingFacts, health: HealthView): CandidateState[] {
  const names = modelsFor(row.channel, facts.model)
  return keysFor(row, facts).map((key) => ({
    candidate: { channel: row.channel, key, ...names },
    state: health.stateOf({
      channelId: row.channel.id,
      keyId: key.id,
      model: names.forwarded,
    }),
  }))
}

/** The best match that has somebody who is not cooling; cooling ones only when there is nobody else. */
function choose(
  fitting: readonly MatchingRow[],
  rejected: readonly Rejection[],
  random: () => number,
): Pick<Plan, 'candidates' | 'rejected'> {
  const matches = [...new Set(fitting.map(({ match }) => match))].toSorted((a, b) => b - a)
  const awake = (fit: MatchingRow): boolean =>
    fit.candidates.some(({ state }) => state !== 'cooling')
  const best =
    matches.find((match) => fitting.some((fit) => fit.match === match && awake(fit))) ?? matches[0]
  const chosen = fitting.filter(({ match }) => match === best)
  const others = fitting.filter(({ match }) => match !== best)
  const narrower = others.map(({ row }) => rejection(row.channel, 'narrower-match'))
  const healthy = inOrder(chosen, random, (state) => state !== 'cooling')
  if (healthy.length === 0) {
    const cooling = inOrder(chosen, random, () => true)
    return { candidates: cooling, rejected: [...rejected, ...narrower] }
  }
  const cooling = chosen
    .filter((fit) => !awake(fit))
    .map(({ row }) => rejection(row.channel, 'cooling'))
  return { candidates: healthy, rejected: [...rejected, ...narrower, ...cooling] }
}

/**
 * Whoever has the operation before whoever must have it said in another. Priority classes from high to
 * low. In a class, channels by weighted chance, first each with its best key, then with the next: another
 * supplier is a better second try than another key. What is recovering comes after what is healthy.
 */
function inOrder(
  fitting: readonly MatchingRow[],
  random: () => number,
  wanted: (state: CircuitState) => boolean,
): Candidate[] {
  const drawn = fitting
    .map((fit) => ({
      translates: fit.own ? 0 : 1,
      priority: fit.row.channel.priority,
      // The smallest of these exponential clocks rings first: weighted, without replacement.
      rank: -Math.log(1 - random()) / Math.max(1, fit.row.channel.weight),
      keys: shuffled(
        fit.candidates.filter(({ state }) => wanted(state)),
        random,
      ),
    }))
    .flatMap(({ keys, ...drawing }) =>
      keys.map(({ candidate, state }, round) => ({ ...drawing, round, candidate, state })),
    )
  return drawn
    .toSorted(
      (a, b) =>
        a.translates - b.translates ||
        b.priority - a.priority ||
        stateRank[a.state] - stateRank[b.state] ||
        a.round - b.round ||
        a.rank - b.rank,
    )
    .map(({ candidate }) => candidate)
}

const stateRank: Record<CircuitState, number> = { healthy: 0, recovering: 1, cooling: 2 }

function shuffled(stated: readonly CandidateState[], random: () => number): CandidateState[] {
  if (stated.length < 2) return [...stated]
  return stated
    .map((value) => ({ value, rank: random() }))
    .toSorted((a, b) => stateRank[a.value.state] - stateRank[b.value.state] || a.rank - b.rank)
    .map(({ value }) => value)
}

const rejection = (channel: Channel, reason: Reason): Rejection => ({
  channelId: channel.id,
  channelName: channel.name,
  reason,
})

export const isAllowed = (list: readonly string[], model: string): boolean =>
  list.length === 0 ||
  list.some((name) => (name.endsWith('*') ? model.startsWith(name.slice(0, -1)) : name === model))

/** Mulberry32: small, fast and the same everywhere. Not for secrets. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
