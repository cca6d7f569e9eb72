import { bulkIdsMax } from '@posthouse/contract/bulk'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { member } from '../../../domain/channels/channel-noun.ts'
import { listFrom } from '../../../domain/channels/channel-store.ts'
import type { RowBefore } from '../../../domain/undo/changed-rows.ts'
import type { Handler } from '../../call.ts'
import { idOut } from '../../present.ts'

export const listChannelsOffering: Handler<'listChannelsOffering'> = async ({ query }, call) => {
  const rows = await offering(call.parts.db, query.model).limit(bulkIdsMax).execute()
  return rows
    .filter(({ models }) => listFrom(models).includes(query.model))
    .map(({ id, name, status, models }) => ({
      id: idOut(id),
      name,
      status: Number(status),
      others: without(models, query.model).length,
    }))
}

/**
 * The mapping of the name stays: a wildcard of the channel may still serve it, and it counts again when
 * the model comes back. A test model that is gone would disable the channel at its next test.
 */
export const deleteChannelsModel: Handler<'deleteChannelsModel'> = ({ body }, call) => {
  const { parts, caller } = call
  const { ids, model } = body
  return parts.snapshot.change(async (transaction) => {
    const found = await offering(transaction, model)
      .where('channels.id', 'in', ids.map(BigInt))
      .execute()
    const changed: RowBefore[] = []
    for (const row of found) {
      const models = without(row.models, model)
      const had = listFrom(row.models)
      if (models.length === 0 || models.length === had.length) continue
      const written = await rewrite(transaction, row, {
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

/** Some with the name in other letters may be among them. */
const offering = (db: Kysely<Tables>, model: string) =>
  db
    .selectFrom('channels')
    .where('channels.deleted_at', 'is', null)
    .where(member('channels.models', model))
    .select(['id', 'name', 'status', 'models', 'test_model', 'version'])
    .orderBy('id', 'desc')

const without = (models: string, model: string): string[] =>
  listFrom(models).filter((name) => name !== model)

type Values = {
  readonly models: string
  readonly test_model: string
  readonly updated_at: bigint
}

/** Only the row that was read. */
async function rewrite(
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
