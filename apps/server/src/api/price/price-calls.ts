import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import type { Price } from '@posthouse/contract/price'
import type { PriceChange } from '@posthouse/contract/price-work'
import { isAdministrator } from '../../domain/accounts/account.ts'
import { modelsFor } from '../../domain/channels/channel.ts'
import { isOpenTo } from '../../domain/groups/group.ts'
import { defaultPrices } from '../../domain/pricing/default-prices.ts'
import { settledEntry } from '../../domain/pricing/lines-at.ts'
import { entryFrom } from '../../domain/pricing/price-store.ts'
import { rowFrom } from '../../domain/pricing/price-writer.ts'
import type { Snapshot } from '../../domain/snapshot/snapshot.ts'
import { closestName } from '../../lib/closest-name.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler, Handlers } from '../call.ts'
import { idOut, secondsOut } from '../present.ts'
import { priceOut, priceRowOut, settledRowOut } from './price-out.ts'

const listPrices: Handler<'listPrices'> = async (_input, { cookie, parts }) => {
  const snapshot = parts.snapshot.get()
  const { QuotaPerUnit } = snapshot.settings
  const account = cookie === '' ? null : ((await parts.sessions.find(cookie))?.account ?? null)
  const rows = await parts.prices.all()
  const isHidden =
    account !== null && isAdministrator(account)
      ? () => false
      : hiddenPrices(snapshot, account?.group ?? null)
  return rows
    .filter((row) => !isHidden(entryFrom(row).model))
    .map((row) => settledRowOut(row, QuotaPerUnit, parts.clock.now()))
}

/**
 * Whether to hide an entry from a user: it prices models of closed groups and none of open ones. The entry of a model
 * that no channel serves is a published price, so it is shown.
 */
function hiddenPrices(
  { channels, groups }: Pick<Snapshot, 'channels' | 'groups'>,
  ownGroup: string | null,
): (entry: string) => boolean {
  const isOpen = (group: string): boolean => isOpenTo(groups, group, ownGroup)
  const namesOf = (open: boolean): readonly string[] =>
    channels
      .filter((channel) => channel.groups.some(isOpen) === open)
      .flatMap((channel) =>
        channel.models.flatMap((model) => [model, modelsFor(channel, model).priced]),
      )
  const closed = namesOf(false)
  const open = namesOf(true)
  return (entry) =>
    closed.some((name) => namesOverlap(entry, name)) &&
    !open.some((name) => namesOverlap(entry, name))
}

/** Whether two names can mean the same model. Either may end in `*`, and a dated release counts as its model. */
function namesOverlap(entry: string, name: string): boolean {
  const isPattern = (text: string): boolean => text.endsWith('*')
  const stem = (text: string): string => (isPattern(text) ? text.slice(0, -1) : text)
  if (isPattern(entry) && isPattern(name)) {
    return stem(entry).startsWith(stem(name)) || stem(name).startsWith(stem(entry))
  }
  if (isPattern(entry)) return name.startsWith(stem(entry))
  if (isPattern(name)) return entry.startsWith(stem(name))
  return entry === name || name.startsWith(`${entry}-`)
}

const matchPrices: Handler<'matchPrices'> = async ({ body }, { parts }) => {
  const { prices, settings } = parts.snapshot.get()
  const published = publishedPrices(parts)
  return body.models.map((model) => {
    const entry = prices.match(model)
    if (entry === null) return { model, price: null, published: published(model) }
    const settled = settledEntry(entry, parts.clock.now())
    return { model, price: priceOut(settled, settings.QuotaPerUnit), published: null }
  })
}

/** Models of routable channels without a price, by the name that would be priced after the channel's mapping. */
const listUnpriced: Handler<'listUnpriced'> = async (_input, { parts }) => {
  const { channels, prices } = parts.snapshot.get()
  const published = publishedPrices(parts)
  const offers = channels
    .filter(({ type }) => type !== sandboxType)
    .flatMap((channel) =>
      channel.models.map((model) => ({ channel, name: modelsFor(channel, model).priced })),
    )
    .filter(({ name }) => prices.match(name) === null)
  const byName = Map.groupBy(offers, ({ name }) => name)
  return [...byName].map(([model, found]) => ({
    model,
    channels: found.map(({ channel: { id, name } }) => ({ id: idOut(id), name })),
    channel_type: found[0]?.channel.type ?? 0,
    published: published(model),
  }))
}

/** Finds the published price of a model, also for a name such as `vendor/model`. */
function publishedPrices(parts: ApiParts): (model: string) => Price | null {
  const { settings } = parts.snapshot.get()
  const published = closestName(
    defaultPrices(parts.clock.now()).map((row) => [row.model, row] as const),
  )
  return (model) => {
    const row = published(model) ?? published(model.slice(model.lastIndexOf('/') + 1))
    return row === null ? null : priceRowOut({ ...row, id: 0n, model }, settings.QuotaPerUnit)
  }
}

const rowsMost = 100

const listPriceChanges: Handler<'listPriceChanges'> = async ({ query: { model } }, { parts }) => {
  const { QuotaPerUnit } = parts.snapshot.get().settings
  const rows = await parts.db
    .selectFrom('price_changes')
    .selectAll()
    .where('model', '=', model)
    .orderBy('id', 'desc')
    .limit(rowsMost)
    .execute()
  return rows.map((row) => {
    const at = Number(row.at)
    const out = (text: string) => {
      const kept = rowFrom(model, text, at)
      return kept === null ? null : priceRowOut({ ...kept, id: 0n }, QuotaPerUnit)
    }
    return {
      id: idOut(row.id),
      batch: row.batch,
      time: secondsOut(at, 0),
      cause: row.cause as PriceChange['cause'],
      actor: row.actor,
      revision: Number(row.revision),
      before: out(row.before),
      after: out(row.after),
    }
  })
}

export const priceHandlers = {
  listPrices,
  matchPrices,
  listUnpriced,
  listPriceChanges,
} satisfies Partial<Handlers>
