import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import type { Price, PriceInput } from '@posthouse/contract/price'
import type { PriceBulkChange, PriceChange } from '@posthouse/contract/price-work'
import { Refusal } from '@posthouse/contract/refusal'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isAdministrator } from '../../domain/accounts/account.ts'
import { modelsFor } from '../../domain/channels/channel.ts'
import { isOpenTo } from '../../domain/groups/group.ts'
import { defaultPrices } from '../../domain/pricing/default-prices.ts'
import { settledEntry } from '../../domain/pricing/lines-at.ts'
import { type NewPriceRow, type PriceRow, withKeptSource } from '../../domain/pricing/price-row.ts'
import { entryFrom, followed, rowFromInput, scaled } from '../../domain/pricing/price-store.ts'
import {
  type PriceWrite,
  rowFrom,
  rowsOf,
  undoPrices as undoBatch,
  writePrices,
} from '../../domain/pricing/price-writer.ts'
import type { Snapshot } from '../../domain/snapshot/snapshot.ts'
import { closestName } from '../../lib/closest-name.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { idOut, secondsOut } from '../present.ts'
import { priceContext } from './price-context.ts'
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

const createPrice: Handler<'createPrice'> = async ({ body }, call) => {
  await saveSheet([{ was: '', price: body }], call)
  return storedPrice(body.model, call.parts)
}

const updatePrice: Handler<'updatePrice'> = async ({ params, body }, call) => {
  await saveSheet([{ was: params.model, price: body }], call)
  return storedPrice(body.model, call.parts)
}

const deletePrice: Handler<'deletePrice'> = async ({ params: { model } }, call) => {
  const context = { ...priceContext(call), cause: 'deleted' } as const
  await call.parts.snapshot.change(async (transaction) => {
    const { changed } = await writePrices(transaction, [{ model, row: null }], context)
    if (changed === 0) throw new Refusal('price.not-found', { model })
  })
  return null
}

const savePrices: Handler<'savePrices'> = ({ body }, call) => saveSheet(body.prices, call)

type Sheet = readonly {
  readonly was: string
  readonly price: PriceInput
  readonly lines_as_sent?: boolean | undefined
}[]

const saveSheet = (sheet: Sheet, call: SignedCall) =>
  call.parts.snapshot.change(async (transaction) => {
    const context = { ...priceContext(call), cause: 'typed' } as const
    const stored = await storedOf(sheet, transaction)
    return writePrices(transaction, writesOf(sheet, stored, context.at), context)
  })

export const storedOf = (sheet: Sheet, db: Kysely<Tables>): Promise<Map<string, PriceRow>> =>
  rowsOf(db, [...new Set(sheet.flatMap(({ was, price }) => [was, price.model]))])

/** Writes each entry under its new name, and deletes the old name of a renamed entry. */
export function writesOf(
  sheet: Sheet,
  stored: ReadonlyMap<string, PriceRow>,
  at: number,
): PriceWrite[] {
  const given = new Set<string>()
  for (const { was, price } of sheet) {
    if (was !== '' && !stored.has(was)) throw new Refusal('price.not-found', { model: was })
    const isTaken = was !== price.model && stored.has(price.model)
    if (isTaken || given.has(price.model)) throw new Refusal('price.exists', { model: price.model })
    given.add(price.model)
  }
  const left = sheet.filter(({ was }) => was !== '' && !given.has(was))
  return [
    ...left.map(({ was }) => ({ model: was, row: null })),
    ...sheet.map(({ was, price, lines_as_sent: asSent }) => {
      const before = stored.get(was)
      const sent = rowFromInput(price, { at, locked: before?.locked === 1n })
      const row = asSent === true ? sent : followed(sent, before)
      return { model: price.model, row: withKeptSource(row, before) }
    }),
  ]
}

const changePrices: Handler<'changePrices'> = ({ body: { models, change } }, call) =>
  call.parts.snapshot.change(async (transaction) => {
    const context = { ...priceContext(call), cause: 'bulk' } as const
    const stored = await rowsOf(transaction, models)
    return writePrices(transaction, changesOf(stored, change, context.at), context)
  })

export const changesOf = (
  stored: ReadonlyMap<string, PriceRow>,
  change: PriceBulkChange,
  at: number,
): PriceWrite[] =>
  [...stored.values()].map((row) => ({ model: row.model, row: changeRow(row, change, at) }))

const deletePrices: Handler<'deletePrices'> = ({ body: { models } }, call) =>
  call.parts.snapshot.change((transaction) =>
    writePrices(
      transaction,
      models.map((model) => ({ model, row: null })),
      { ...priceContext(call), cause: 'deleted' },
    ),
  )

const undoPrices: Handler<'undoPrices'> = ({ body: { batch } }, call) =>
  call.parts.snapshot.change(async (transaction) => {
    const written = await undoBatch(transaction, batch, priceContext(call))
    if (written.changed === 0) throw new Refusal('price.undo-nothing', {})
    return written
  })

/** A scaled amount is the operator's own price, so it loses the source of the old one. */
function changeRow(
  before: PriceRow,
  { percent, channel_type: type, locked }: PriceBulkChange,
  at: number,
): NewPriceRow {
  const { id: _id, ...row } = before
  const after = {
    ...row,
    ...(percent === undefined ? {} : { ...scaled(row, percent), source: '' }),
    ...(type === undefined ? {} : { channel_type: BigInt(type) }),
    ...(locked === undefined ? {} : { locked: locked ? 1n : 0n }),
    updated_at: BigInt(at),
  }
  return withKeptSource(after, before)
}

/** Reads an entry back. Refuses with `price.not-found`. */
async function storedPrice(model: string, parts: ApiParts): Promise<Price> {
  const row = await parts.prices.find(model)
  if (row === null) throw new Refusal('price.not-found', { model })
  return settledRowOut(row, parts.snapshot.get().settings.QuotaPerUnit, parts.clock.now())
}

export const priceHandlers = {
  listPrices,
  matchPrices,
  listUnpriced,
  listPriceChanges,
  createPrice,
  updatePrice,
  deletePrice,
  savePrices,
  changePrices,
  deletePrices,
  undoPrices,
} satisfies Partial<Handlers>
