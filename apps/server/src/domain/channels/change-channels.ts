import type { Selection } from '@posthouse/contract/bulk'
import type { ChannelBulkChange } from '@posthouse/contract/channel-input'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { ChangedRows } from '../undo/restorable.ts'
import { requireExpected, selectedMax } from '../undo/selected.ts'
import { columnsOf } from './channel-columns.ts'
import { type ChannelFilter, filtered, withUsed } from './channel-filter.ts'
import type { ChannelRow } from './channel-store.ts'

/** Changes many channels in the same way. Answers those that were different before, and how. */
export async function changeChannels(
  transaction: Transaction<Tables>,
  asked: { select: Selection<ChannelFilter>; change: ChannelBulkChange; at: number },
): Promise<ChangedRows> {
  const columns = columnsOf(asked.change)
  const wanted = Object.entries(columns) as [keyof typeof columns & keyof ChannelRow, unknown][]
  const rows = await selected(transaction, asked.select)
  const different = rows.filter((row) => wanted.some(([name, value]) => row[name] !== value))
  if (different.length > 0) {
    await transaction
      .updateTable('channels')
      .set((is) => ({ ...columns, updated_at: BigInt(asked.at), version: is('version', '+', 1n) }))
      .where('id', 'in', idsOf(different))
      .execute()
  }
  return {
    table: 'channels',
    columns: wanted.map(([name]) => name),
    rows: different.map((row) => ({
      id: row.id,
      version: row.version + 1n,
      values: wanted.map(([name]) => valueOf(row[name])),
    })),
  }
}

/** Deletes many channels and their keys. Answers how many. */
export async function deleteChannels(
  transaction: Transaction<Tables>,
  asked: { select: Selection<ChannelFilter>; at: number },
): Promise<number> {
  const ids = idsOf(await selected(transaction, asked.select))
  if (ids.length === 0) return 0
  await transaction
    .updateTable('channels')
    .set((is) => ({ deleted_at: BigInt(asked.at), version: is('version', '+', 1n) }))
    .where('id', 'in', ids)
    .execute()
  await transaction.deleteFrom('channel_keys').where('channel_id', 'in', ids).execute()
  return ids.length
}

async function selected(
  transaction: Transaction<Tables>,
  select: Selection<ChannelFilter>,
): Promise<ChannelRow[]> {
  const every = withUsed(transaction)
  const some =
    'ids' in select
      ? every.where('channels.id', 'in', select.ids.map(BigInt))
      : filtered(every, select.filter)
  const rows = await some.limit(selectedMax).execute()
  requireExpected(select, rows.length)
  return rows
}

const idsOf = (rows: readonly ChannelRow[]): bigint[] => rows.map(({ id }) => id)

function valueOf(value: ChannelRow[keyof ChannelRow]): string | bigint {
  if (value === null) throw new Error('a column that can be put back is never null')
  return value
}
