import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import type { PriceEntry } from '../pricing/price-book.ts'
import { type Channel, modelsFor } from '../channels/channel.ts'
import type { HealthView } from '../channels/health.ts'
import { linesAt } from '../pricing/lines-at.ts'
import { entryFor } from '../pricing/entry-for.ts'
import type { ModelBook } from './model-facts.ts'
import { likelyOperation } from './likely-operation.ts'

/** A model and the channels that serve it. */
export type ServedModel = { readonly id: string; readonly channels: readonly Channel[] }

type SuggestionFacts = {
  readonly snapshot: Parameters<typeof entryFor>[0] & { readonly models: ModelBook }
  readonly health: HealthView
  /** Models of the last calls that succeeded, the newest first. */
  readonly succeeded: readonly string[]
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * Chat models that can be called now, the best suggestion first: the sandbox after what is real, then what last
 * succeeded, then the cheapest. Models of another kind, without a price, or only on channels that cool down are left
 * out.
 */
export function chatSuggestions(models: readonly ServedModel[], known: SuggestionFacts): string[] {
  return models
    .flatMap(({ id, channels }) => {
      const ready = channels.filter((channel) => isReady(channel, id, known))
      return ready.length === 0 ? [] : [{ id, order: orderOf(id, ready, known) }]
    })
    .toSorted((one, other) => compare(one.order, other.order) || one.id.localeCompare(other.id))
    .map(({ id }) => id)
}

function isReady(channel: Channel, id: string, { snapshot, health }: SuggestionFacts): boolean {
  if (id.endsWith('*')) return false
  const { forwarded, priced } = modelsFor(channel, id)
  return (
    likelyOperation(forwarded, snapshot.models.factsOf(forwarded)) === 'chat' &&
    entryFor(snapshot, priced) !== null &&
    channel.keys.some(
      (key) =>
        key.enabled &&
        health.stateOf({ channelId: channel.id, keyId: key.id, model: forwarded }) !== 'cooling',
    )
  )
}

function orderOf(
  id: string,
  channels: readonly Channel[],
  known: SuggestionFacts,
): readonly number[] {
  const real = channels.some(({ type }) => type !== sandboxType)
  const last = known.succeeded.indexOf(id)
  const costs = channels.map((channel) =>
    costOf(entryFor(known.snapshot, modelsFor(channel, id).priced), known.now),
  )
  return [real ? 0 : 1, last === -1 ? Infinity : last, Math.min(...costs)]
}

/** Of a call with a thousand tokens in and a thousand out, in micro-quota. Only for comparing. */
function costOf(entry: PriceEntry | null, now: number): number {
  if (entry === null) return Infinity
  const lines = linesAt(entry, now)
  const amountOf = (bucket: string) =>
    Number(lines.find((line) => line.bucket === bucket && isPlain(line))?.amount ?? 0n)
  return amountOf('call') + 1_000 * (amountOf('input') + amountOf('output'))
}

const isPlain = ({ fromInputTokens, tier }: PriceEntry['lines'][number]): boolean =>
  fromInputTokens === 0 && tier === undefined

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1
}

/**
 * The model that a channel is tested with when none is named: its cheapest chat model, else the first model. What has
 * no price comes last.
 */
export function modelToTest(
  channel: Channel,
  { snapshot, now }: Pick<SuggestionFacts, 'snapshot' | 'now'>,
): string {
  const models = channel.models.filter((id) => !id.endsWith('*'))
  const cost = (id: string) => costOf(snapshot.prices.match(modelsFor(channel, id).priced), now)
  const chats = models.filter((id) => {
    const { forwarded } = modelsFor(channel, id)
    return likelyOperation(forwarded, snapshot.models.factsOf(forwarded)) === 'chat'
  })
  const [cheapest] = chats.toSorted((one, other) => compare([cost(one)], [cost(other)]))
  return channel.testModel || (cheapest ?? models[0] ?? '')
}
