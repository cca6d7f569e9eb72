import { modelsFor } from '../../domain/channels/channel.ts'
import { likelyOperation } from '../../domain/models/likely-operation.ts'
import { geminiMethods, modalitiesOf } from '../../domain/models/modalities.ts'
import { entryFor } from '../../domain/pricing/entry-for.ts'
import { changesAfter, linesAt } from '../../domain/pricing/lines-at.ts'
import { datesOf, type PriceLine } from '../../domain/pricing/price-book.ts'
import type { Caller, Exchange } from '../exchange.ts'

/** How a dialect writes a model and a list of models. */
export type ModelShape = {
  readonly one: (id: string, exchange: Exchange, caller: Caller) => object
  readonly list: (models: readonly object[], ids: readonly string[]) => object
}

const createdAt = 1_700_000_000

/**
 * https://platform.openai.com/docs/api-reference/models, plus prices in a field of our own and modalities as in
 * https://openrouter.ai/docs/overview/models.
 */
const openAi: ModelShape = {
  one: (id, exchange, caller) => ({
    id,
    object: 'model',
    created: createdAt,
    owned_by: exchange.snapshot.settings.SystemName,
    ...kindOf(id, exchange, caller),
    posthouse: pricesOf(id, exchange, caller),
  }),
  list: (data) => ({ object: 'list', data }),
}

/** https://platform.claude.com/docs/en/api/models-list */
const anthropic: ModelShape = {
  one: (id) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: new Date(createdAt * 1_000).toISOString(),
  }),
  list: (data, ids) => ({
    data,
    has_more: false,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  }),
}

/** https://ai.google.dev/api/models */
const gemini: ModelShape = {
  one: (id, exchange, caller) => ({
    name: `models/${id}`,
    displayName: id,
    supportedGenerationMethods: geminiMethods(factsAt(id, exchange, caller).operation),
  }),
  list: (models) => ({ models }),
}

export const modelShapes = { openAi, anthropic, gemini } as const

/** Facts of the model at the first channel that serves the name. */
function factsAt(id: string, { snapshot }: Exchange, { group }: Caller) {
  const channel = snapshot.channels.find(
    ({ groups, models }) => groups.includes(group.symbol) && models.includes(id),
  )
  const facts = snapshot.models.factsOf(
    channel === undefined ? id : modelsFor(channel, id).forwarded,
  )
  return { facts, operation: likelyOperation(id, facts) }
}

function kindOf(id: string, exchange: Exchange, caller: Caller): object {
  const { facts, operation } = factsAt(id, exchange, caller)
  return { operation, architecture: modalitiesOf(facts, operation) }
}

function pricesOf(id: string, { snapshot, incoming }: Exchange, { group }: Caller): object | null {
  const entry = entryFor(snapshot, id)
  if (entry === null) return null
  const changes = changesAfter(entry, incoming.receivedAt)
  return {
    type: entry.type,
    group_ratio_millionths: Number(group.ratioMillionths),
    prices: pricesIn(linesAt(entry, incoming.receivedAt)),
    ...(changes.length > 0 && {
      changes: changes.map(({ from, lines }) => ({ from, prices: pricesIn(lines) })),
    }),
  }
}

/** Amounts in micro-quota per unit, as decimal text because they may exceed a JSON number. */
const pricesIn = (lines: readonly PriceLine[]): readonly object[] =>
  lines.map((line) => ({
    bucket: line.bucket,
    unit: line.unit,
    micro_quota: line.amount.toString(),
    from_input_tokens: line.fromInputTokens,
    ...(line.tier === undefined ? {} : { service_tier: line.tier }),
    ...(line.attributes === undefined ? {} : { attributes: line.attributes }),
    ...datesOf(line),
  }))
