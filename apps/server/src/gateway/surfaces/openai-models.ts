import { Refusal } from '@posthouse/contract/refusal'
import { isAllowed } from '../../channels/decide.ts'
import type { PriceEntry } from '../../pricing/price-book.ts'
import { entryFor } from '../3-route.ts'
import type { Caller, Exchange } from '../exchange.ts'

const created = 1_700_000_000

/** `GET /v1/models`: what the key's group may use, with prices under a field of our own. */
export function modelList(exchange: Exchange, caller: Caller): string {
  const data = modelsOf(exchange, caller).map((id) => modelOf(id, exchange, caller))
  return JSON.stringify({ object: 'list', data })
}

/** `GET /v1/models/:id` */
export function modelById(exchange: Exchange, caller: Caller, id: string): string {
  if (!serves(exchange, caller, id)) throw new Refusal('model.unknown', { model: id })
  return JSON.stringify(modelOf(id, exchange, caller))
}

/** A name that only a wildcard covers is in no list, and can be asked for all the same. */
const serves = ({ snapshot }: Exchange, { group, token }: Caller, id: string): boolean =>
  isAllowed(token.limits.models, id) &&
  snapshot.channels.some(
    ({ groups, models }) =>
      groups.includes(group.symbol) &&
      models.some((name) => (name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : name === id)),
  )

function modelsOf({ snapshot }: Exchange, { group, token }: Caller): string[] {
  const names = snapshot.channels
    .filter((channel) => channel.enabled && channel.groups.includes(group.symbol))
    .flatMap(({ models }) => models)
    .filter((name) => !name.endsWith('*') && isAllowed(token.limits.models, name))
  return [...new Set(names)].toSorted()
}

const modelOf = (id: string, { snapshot }: Exchange, { group }: Caller): object => {
  const entry = entryFor(snapshot, id)
  return {
    id,
    object: 'model',
    created,
    owned_by: snapshot.settings.SystemName,
    posthouse: entry === null ? null : pricesOf(entry, group.ratioMillionths),
  }
}

/** Amounts in micro-quota a unit, as decimal text: they may be too big for a JSON number. */
const pricesOf = (entry: PriceEntry, ratioMillionths: bigint): object => ({
  type: entry.type,
  group_ratio_millionths: Number(ratioMillionths),
  prices: entry.lines.map((line) => ({
    bucket: line.bucket,
    unit: line.unit,
    micro_quota: line.amount.toString(),
    from_input_tokens: line.fromInputTokens,
  })),
})
