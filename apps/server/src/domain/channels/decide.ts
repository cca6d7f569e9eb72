import type { OperationName } from '@posthouse/llm/operations/operation'
import { type Channel, type ChannelKey, modelsFor } from './channel.ts'
import type { CircuitState, HealthView } from './health.ts'
import { keepsResponses, servesAs } from './dialect-choice.ts'

/** `#12` pins a channel, `#!12` excludes it. For administrators only. */
export type Pin = { readonly kind: 'only' | 'except'; readonly channelId: bigint }

/** Channel and key of the supplier that stores the state a request continues. */
export type ResourceLocation = { readonly channelId: bigint; readonly keyId: bigint }

/** What a request requires of a channel. */
export type RoutingFacts = {
  readonly model: string
  readonly group: string
  /** Models of the token; empty for all. */
  readonly modelsAllowed: readonly string[]
  readonly hasTools: boolean
  readonly operation: OperationName
  /** Whether a model, by its forwarded name, supports the operation. */
  readonly does: (forwarded: string) => boolean
  readonly pin: Pin | null
  /** Only this place can answer, because it stores the state. */
  readonly bound: ResourceLocation | null
}

/** A key of a channel, with the model's names there. */
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

/** Candidates in order, and why others were rejected. */
export type Plan = {
  readonly candidates: readonly Candidate[]
  readonly rejected: readonly Rejection[]
  /** The token may use the model. */
  readonly allowed: boolean
  /** Some channel of the group has the model. */
  readonly known: boolean
}

/** Channels with indexed model lists. */
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

/** Builds the table once per list of channels. */
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

/** Chooses channels for a request. Pure; used for live calls, explanations and tests. The same seed gives the same order. */
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
  /** It has the operation itself. Otherwise the request is translated to another. */
  readonly own: boolean
  readonly candidates: readonly CandidateState[]
}

const exactMatch = Number.MAX_SAFE_INTEGER

/** How well a model list matches: exactly, by wildcard length, or null. */
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

/** Whether the channel's supplier still stores the state. */
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

/** The best match with a candidate that is not cooling down, else the best match. */
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
 * Order: channels with the operation itself, then by priority. Within a priority, channels in weighted random order, first each with its
 * best key, then with the next, because another supplier is a better second try than another key. Recovering ones come last.
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
      // Exponential variates give a weighted order without replacement.
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

/** Mulberry32: small, fast and portable. Not for secrets. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
