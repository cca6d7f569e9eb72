import type { Explanation } from '@posthouse/contract/channel-explanation'
import type { ModelBook } from '../../models/model-facts.ts'
import { supportsOperation } from '../../models/capabilities.ts'
import { entryFor } from '../../pricing/entry-for.ts'
import { isPlain, linesAt } from '../../pricing/lines-at.ts'
import { multiplierFromMicros } from '../../pricing/multiplier.ts'
import type { PriceBook, PriceEntry } from '../../pricing/price-book.ts'
import type { Settings } from '../../settings/setting-table.ts'
import type { Channel } from '../channel.ts'
import { type Candidate, decide, isAllowed, type Pin, type Plan, routingTable } from '../decide.ts'
import type { Health } from '../health.ts'
import { servesAs, routeTo } from '../dialect-choice.ts'
import type { PathTarget } from './path-target.ts'

type RoutingConfiguration = {
  readonly channels: readonly Channel[]
  readonly prices: PriceBook
  readonly models: ModelBook
  readonly settings: Pick<Settings, 'UnpricedModels'>
}

type Question = {
  readonly model: string
  readonly group: string
  readonly asked: PathTarget
  /** Models of the token; empty for all. */
  readonly modelsAllowed: readonly string[]
  readonly pin: Pin | null
  readonly stopped: Explanation['stopped']
}

type Conditions = {
  readonly health: Health
  readonly seed: number
  /** Epoch milliseconds. */
  readonly now: number
}

type ShownRejection = Explanation['rejected'][number]
type ShownCandidate = Explanation['candidates'][number]

/** Explains which channels would serve a call, in routing order for the seed. */
export function explain(
  known: RoutingConfiguration,
  question: Question,
  conditions: Conditions,
): Explanation {
  const { model, group, asked, modelsAllowed } = question
  const plan = planOf(known, question, conditions)
  const priced = plan.candidates.map((candidate) => ({
    candidate,
    entry: entryFor(known, candidate.priced),
  }))
  const served = priced.flatMap(({ candidate, entry }) =>
    entry === null ? [] : [{ candidate, entry }],
  )
  const unpriced = priced.filter(({ entry }) => entry === null)
  const allowed = isAllowed(modelsAllowed, model)
  const rejected = [
    ...plan.rejected.map(({ channelId, channelName, reason }) =>
      rejection({ id: channelId, name: channelName }, reason, {
        ...(reason === 'cooling' && soonest(channelId, conditions)),
      }),
    ),
    ...once(unpriced.map(({ candidate }) => rejection(candidate.channel, 'unpriced'))),
  ]
  const candidates = drawn(served, asked, conditions)
  const base = { model, group, path: asked.path, operation: asked.operation }
  if (!allowed) {
    const barred = once(served.map(({ candidate }) => rejection(candidate.channel, 'token-model')))
    const stopped = question.stopped ?? 'token-model'
    return { ...base, stopped, candidates: [], rejected: [...barred, ...rejected] }
  }
  return {
    ...base,
    stopped: question.stopped,
    candidates,
    rejected: [...keysLeftOut(plan, conditions), ...rejected],
  }
}

const planOf = (
  { channels, models }: RoutingConfiguration,
  { model, group, asked: { operation }, pin }: Question,
  { health, seed }: Conditions,
): Plan =>
  decide(
    {
      model,
      group,
      // Still explain who would serve it without the token's list.
      modelsAllowed: [],
      hasTools: false,
      operation,
      does: (forwarded) => supportsOperation(models.factsOf(forwarded), operation),
      pin,
      bound: null,
    },
    routingTable(channels),
    { health, seed },
  )

type ServingCandidate = { readonly candidate: Candidate; readonly entry: PriceEntry }

/** Candidates with their probability within the same priority. */
function drawn(
  served: readonly ServingCandidate[],
  asked: PathTarget,
  conditions: Conditions,
): ShownCandidate[] {
  const rounds = new Map<bigint, number>()
  const classed = served.map((one) => {
    const { channel } = one.candidate
    const round = rounds.get(channel.id) ?? 0
    rounds.set(channel.id, round + 1)
    const own = servesAs(channel, asked.operation) === asked.operation
    const state = stateOf(one.candidate, conditions)
    return { ...one, state, class: [own, channel.priority, state, round].join(' ') }
  })
  const weights = new Map<string, number>()
  for (const { class: name, candidate } of classed) {
    weights.set(name, (weights.get(name) ?? 0) + weightOf(candidate))
  }
  return classed.map(({ candidate, entry, state, class: name }) => ({
    ...placeOf(candidate.channel),
    key: keyNumber(candidate),
    priority: candidate.channel.priority,
    weight: weightOf(candidate),
    share: weightOf(candidate) / (weights.get(name) ?? 1),
    state,
    ...restOf(state === 'cooling' ? restLeft(candidate, conditions) : noRest),
    forwarded: candidate.forwarded,
    price: priceOf(entry, conditions.now),
    translation: translationOf(candidate, asked),
  }))
}

const weightOf = ({ channel }: Candidate): number => Math.max(1, channel.weight)

const keyNumber = ({ channel, key }: Pick<Candidate, 'channel' | 'key'>): number =>
  channel.keys.findIndex(({ id }) => id === key.id) + 1

const stateOf = (
  { channel, key, forwarded: model }: Candidate,
  { health }: Conditions,
): ShownCandidate['state'] => health.stateOf({ channelId: channel.id, keyId: key.id, model })

/** Remaining cooldown and its cause. */
type Cooldown = { readonly seconds: number; readonly failure: string }

const noRest: Cooldown = { seconds: 0, failure: '' }

const restOf = ({ seconds, failure }: Cooldown) => ({ seconds_left: seconds, failure })

function restLeft({ channel, key, forwarded }: Candidate, { health, now }: Conditions): Cooldown {
  const cooling = health
    .coolingOf(channel.id)
    .find(({ keyId, model }) => keyId === key.id && model === forwarded)
  if (cooling === undefined) return noRest
  return { seconds: secondsTo(cooling.until, now), failure: cooling.reason }
}

const secondsTo = (until: number, now: number): number =>
  Math.max(0, Math.ceil((until - now) / 1_000))

/** Shortest cooldown among a channel's keys. */
function soonest(channelId: bigint, { health, now }: Conditions): Cooldown {
  const [first] = health.coolingOf(channelId).toSorted((a, b) => a.until - b.until)
  return first === undefined
    ? noRest
    : { seconds: secondsTo(first.until, now), failure: first.reason }
}

function priceOf(entry: PriceEntry, now: number): ShownCandidate['price'] {
  const amountOf = (bucket: string): bigint =>
    linesAt(entry, now).find((line) => line.bucket === bucket && isPlain(line))?.amount ?? 0n
  const { model, type } = entry
  // Such a call costs 1 000 × multiplier units.
  if (type === 'times') {
    return { model, type, input: multiplierFromMicros(amountOf('call') / 1_000n), output: '0' }
  }
  return {
    model,
    type,
    input: multiplierFromMicros(amountOf('input')),
    output: multiplierFromMicros(amountOf('output')),
  }
}

function translationOf(candidate: Candidate, asked: PathTarget): ShownCandidate['translation'] {
  const { dialect, operation } = asked
  if (dialect === null) return null
  const way = routeTo(candidate, { dialect, operation })
  return way.dialect === dialect ? null : { from: dialect, to: way.dialect }
}

/** Skipped keys of channels that serve the call. */
function keysLeftOut({ candidates }: Plan, conditions: Conditions): ShownRejection[] {
  const tried = new Set(candidates.map(({ key }) => key.id))
  const firsts = new Map(candidates.map((candidate) => [candidate.channel.id, candidate]))
  return [...firsts.values()].flatMap((candidate) =>
    candidate.channel.keys
      .filter(({ id }) => !tried.has(id))
      .map((key) => {
        const of = { key: keyNumber({ channel: candidate.channel, key }) }
        if (!key.enabled) return rejection(candidate.channel, 'key-disabled', of)
        const rest = restLeft({ ...candidate, key }, conditions)
        return rejection(candidate.channel, 'key-cooling', { ...of, ...rest })
      }),
  )
}

const placeOf = ({ id, name }: Pick<Channel, 'id' | 'name'>) => ({
  channel_id: Number(id),
  channel: name,
})

export const rejection = (
  channel: Pick<Channel, 'id' | 'name'>,
  reason: ShownRejection['reason'],
  {
    key = null,
    seconds = 0,
    failure = '',
  }: { key?: number | null; seconds?: number; failure?: string } = {},
): ShownRejection => ({ ...placeOf(channel), key, reason, seconds_left: seconds, failure })

const once = (rejected: readonly ShownRejection[]): ShownRejection[] => [
  ...new Map(rejected.map((one) => [one.channel_id, one])).values(),
]
