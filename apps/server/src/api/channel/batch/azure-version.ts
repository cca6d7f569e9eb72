import { bulkIdsMax } from '@posthouse/contract/bulk'
import { azureTypes } from '@posthouse/contract/channel-type'
import type { Handler } from '../../call.ts'
import { idOut } from '../../present.ts'

const types = azureTypes.map(BigInt)

export const listAzureChannels: Handler<'listAzureChannels'> = async (_, { parts }) => {
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

export const changeAzureVersion: Handler<'changeAzureVersion'> = ({ body }, call) => {
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
