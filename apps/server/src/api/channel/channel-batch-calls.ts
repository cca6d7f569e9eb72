import { bulkIdsMax } from '@posthouse/contract/bulk'
import { azureTypes } from '@posthouse/contract/channel-type'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { member } from '../../domain/channels/channel-noun.ts'
import { listFrom } from '../../domain/channels/channel-store.ts'
import { requireExpected } from '../../domain/noun/selection-size.ts'
import type { RowBefore } from '../../domain/undo/changed-rows.ts'
import type { Handler, Handlers } from '../call.ts'
import { idOut } from '../present.ts'

const types = azureTypes.map(BigInt)

const listAzureChannels: Handler<'listAzureChannels'> = async (_, { parts }) => {
  const rows = await parts.db
    .selectFrom('channels')
    .where('deleted_at', 'is', null)
    .where('type', 'in', types)
    .select(['id', 'name', 'status', 'other'])
    .orderBy('id', 'desc')
    .limit(bulkIdsMax)
    .execute()
  return rows.map(({ id, name, status, other }) => ({
    id: idOut(id),
    name,
    status: Number(status),
    version: other,
  }))
}

const changeAzureVersion: Handler<'changeAzureVersion'> = ({ body }, call) => {
  const { parts, caller } = call
  const { ids, from, version } = body
  return parts.snapshot.change(async (transaction) => {
    if (from === version) return { changed: 0, undo: null }
    const rows = await transaction
      .updateTable('channels')
      .set((is) => ({
        other: version,
        updated_at: BigInt(parts.clock.now()),
        version: is('version', '+', 1n),
      }))
      .where('id', 'in', ids.map(BigInt))
      .where('type', 'in', types)
      .where('other', '=', from)
      .where('deleted_at', 'is', null)
      .returning(['id', 'version'])
      .execute()
    const undo = await parts.undo.keep(transaction, caller.id, {
      table: 'channels',
      columns: ['other'],
      rows: rows.map((row) => ({ id: row.id, version: row.version, values: [from] })),
    })
    return { changed: rows.length, undo }
  })
}

const listChannelsOffering: Handler<'listChannelsOffering'> = async ({ query }, call) => {
  const rows = await selectOffering(call.parts.db, query.model).limit(bulkIdsMax).execute()
  return rows
    .filter(({ models }) => listFrom(models).includes(query.model))
    .map(({ id, name, status, models }) => ({
      id: idOut(id),
      name,
      status: Number(status),
      others: modelsWithout(models, query.model).length,
    }))
}

/**
 * Keeps the mapping of the name: a wildcard of the channel may still serve the model, and the model may come back.
 * Clears the test model, because a test of a missing model would disable the channel.
 */
const deleteChannelsModel: Handler<'deleteChannelsModel'> = ({ body }, call) => {
  const { parts, caller } = call
  const { ids, model } = body
  return parts.snapshot.change(async (transaction) => {
    const found = await selectOffering(transaction, model)
      .where('channels.id', 'in', ids.map(BigInt))
      .execute()
    const changed: RowBefore[] = []
    for (const row of found) {
      const models = modelsWithout(row.models, model)
      const had = listFrom(row.models)
      if (models.length === 0 || models.length === had.length) continue
      const written = await writeModels(transaction, row, {
        models: models.join(','),
        test_model: row.test_model === model ? '' : row.test_model,
        updated_at: BigInt(parts.clock.now()),
      })
      if (!written) continue
      changed.push({
        id: row.id,
        version: row.version + 1n,
        values: [row.models, row.test_model],
      })
    }
    const undo = await parts.undo.keep(transaction, caller.id, {
      table: 'channels',
      columns: ['models', 'test_model'],
      rows: changed,
    })
    return { changed: changed.length, undo }
  })
}

/** May include channels whose model differs only in case. */
const selectOffering = (db: Kysely<Tables>, model: string) =>
  db
    .selectFrom('channels')
    .where('channels.deleted_at', 'is', null)
    .where(member('channels.models', model))
    .select(['id', 'name', 'status', 'models', 'test_model', 'version'])
    .orderBy('id', 'desc')

const modelsWithout = (models: string, model: string): string[] =>
  listFrom(models).filter((name) => name !== model)

type Values = {
  readonly models: string
  readonly test_model: string
  readonly updated_at: bigint
}

/** Whether the row was written. Another version of it is left alone. */
async function writeModels(
  transaction: Transaction<Tables>,
  { id, version }: { readonly id: bigint; readonly version: bigint },
  values: Values,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('channels')
    .set({ ...values, version: version + 1n })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A channel that was enabled in the meantime is kept, and the count no longer matches what was expected. */
const deleteDisabledChannels: Handler<'deleteDisabledChannels'> = ({ body }, { parts }) =>
  parts.snapshot.change(async (transaction) => {
    const rows = await transaction
      .updateTable('channels')
      .set((is) => ({ deleted_at: BigInt(parts.clock.now()), version: is('version', '+', 1n) }))
      .where('status', 'in', body.statuses.map(BigInt))
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    requireExpected({ filter: {}, expected: body.expected }, rows.length)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      await transaction.deleteFrom('channel_keys').where('channel_id', 'in', ids).execute()
    }
    return { deleted: ids.length }
  })

export const channelBatchHandlers = {
  listAzureChannels,
  changeAzureVersion,
  listChannelsOffering,
  deleteChannelsModel,
  deleteDisabledChannels,
} satisfies Partial<Handlers>
