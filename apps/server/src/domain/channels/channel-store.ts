import type { ChannelInput } from '@posthouse/contract/channel-input'
import { noBalance } from '@posthouse/contract/channel'
import { isJsonTooDeep } from '@posthouse/contract/json-depth'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Sealer } from '../../lib/seal.ts'
import { type Channel, type ChannelKey, parseMapping } from './channel.ts'
import { type ChannelChanges, columnsOf, newRow } from './channel-columns.ts'
import { type ChannelRow, type Totals, withTotals } from './channel-rows.ts'
import { findingOf } from './responses-finding.ts'
import { appendKeys, keysOf, replaceKeys } from './channel-keys.ts'
import { opened, sealed } from './sealed-texts.ts'

/** A channel with decrypted keys and its totals. */
export type StoredChannel = Totals & { row: ChannelRow; keys: readonly ChannelKey[] }

export type ChannelStore = ReturnType<typeof createChannelStore>

export function createChannelStore(db: Kysely<Tables>, seal: Sealer) {
  const complete = async (rows: readonly (ChannelRow & Totals)[]): Promise<StoredChannel[]> => {
    const keys = await keysOf(
      db,
      seal,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({
      row: opened(row, seal),
      keys: keys.get(row.id) ?? [],
      used: BigInt(row.used),
      doubted: BigInt(row.doubted),
    }))
  }

  return {
    /** Adds the keys and decrypts sealed texts. */
    complete,

    async all(): Promise<StoredChannel[]> {
      return complete(await withTotals(db).orderBy('channels.id').execute())
    },

    async find(id: bigint): Promise<StoredChannel | undefined> {
      const [found] = await complete(await withTotals(db).where('channels.id', '=', id).execute())
      return found
    },

    /** Decrypted, in order. */
    async keys(id: bigint): Promise<readonly ChannelKey[]> {
      return (await keysOf(db, seal, [id])).get(id) ?? []
    },

    ...writesOf(seal),

    async recordTest(id: bigint, { milliseconds, failure, at }: TestRecord) {
      await db
        .updateTable('channels')
        .set({
          response_time: BigInt(Math.round(milliseconds)),
          tested_at: BigInt(at),
          test_failure: failure,
        })
        .where('id', '=', id)
        .execute()
    },

    /** Once nothing is left the channel needs attention, but continues to serve. */
    async recordBalance({ id, balance_micros: before }: ChannelRow, balance: BalanceRecord) {
      const { micros, currency, at } = balance
      const ranOut = micros <= 0n && (before === null || before > 0n)
      await db
        .updateTable('channels')
        .set({
          balance_micros: micros,
          balance_currency: currency,
          balance_at: BigInt(at),
          ...(ranOut && { attention_at: BigInt(at), attention_reason: noBalance }),
        })
        .where('id', '=', id)
        .execute()
    },
  }
}

type BalanceRecord = { readonly micros: bigint; readonly currency: string; readonly at: number }

export type TestRecord = {
  readonly milliseconds: number
  /** Masked; empty if it passed. */
  readonly failure: string
  readonly at: number
}

/** For transactions that also bump the revision. */
const writesOf = (seal: Sealer) => ({
  async insert(transaction: Transaction<Tables>, channel: ChannelInput, at: number) {
    const { id } = await transaction
      .insertInto('channels')
      .values({
        ...newRow,
        ...columnsOf(channel),
        created_at: BigInt(at),
        updated_at: BigInt(at),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const texts = sealed(id, columnsOf(channel), seal)
    await transaction.updateTable('channels').set(texts).where('id', '=', id).execute()
    await replaceKeys(transaction, seal, id, channel.key)
    return id
  },

  /** Appends keys and returns how many are new. */
  addKeys: (transaction: Transaction<Tables>, id: bigint, keys: readonly string[]) =>
    appendKeys(transaction, seal, id, keys),

  async update(transaction: Transaction<Tables>, id: bigint, change: ChannelChanges, at: number) {
    await transaction
      .updateTable('channels')
      .set((is) => ({
        ...columnsOf(change),
        ...sealed(id, change, seal),
        updated_at: BigInt(at),
        version: is('version', '+', 1n),
      }))
      .where('id', '=', id)
      .execute()
    if (change.key !== undefined && change.key.trim() !== '') {
      await replaceKeys(transaction, seal, id, change.key)
    }
  },
})

/** Converts a stored channel for routing. */
export function channelFrom({ row, keys }: Pick<StoredChannel, 'row' | 'keys'>): Channel {
  return {
    id: row.id,
    name: row.name,
    type: Number(row.type),
    enabled: row.status === 1n,
    groups: listFrom(row.groups),
    models: listFrom(row.models),
    baseUrl: row.base_url,
    hasResponses: findingOf(row),
    other: row.other,
    proxy: row.proxy,
    testModel: row.test_model,
    mapping: parseMapping(row.model_mapping),
    headers: objectFrom(row.model_headers) as Readonly<Record<string, string>>,
    bodyParameters: objectFrom(row.custom_parameter),
    plugin: objectFrom(row.plugin),
    chatOnly: row.only_chat === 1n,
    preCost: row.pre_cost === 2n ? 2 : row.pre_cost === 3n ? 3 : 1,
    priority: Number(row.priority),
    weight: Math.max(1, Number(row.weight)),
    costMillionths: row.cost_millionths,
    costPrices: objectFrom(row.cost_prices) as Readonly<Record<string, string>>,
    keys,
  }
}

export const listFrom = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Values nested too deep to serialize are not sent. */
const objectFrom = (text: string): Readonly<Record<string, unknown>> =>
  text.trim() === '' || isJsonTooDeep(text) ? {} : JSON.parse(text)
