import { requireExpected } from '../../../domain/noun/selected.ts'
import type { Handler } from '../../call.ts'

/** One that was enabled since the person looked is not deleted, and makes the number another one. */
export const deleteDisabledChannels: Handler<'deleteDisabledChannels'> = ({ body }, { parts }) =>
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
