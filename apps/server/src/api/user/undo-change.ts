import { Refusal } from '@posthouse/contract/refusal'
import type { Transaction } from 'kysely'
import { isAdministrator } from '../../domain/accounts/account.ts'
import type { Tables } from '../../db/tables.ts'
import { restoreRows } from '../../domain/undo/restore-rows.ts'
import type { Handler } from '../call.ts'

export const undoChange: Handler<'undoChange'> = async ({ params }, { caller, parts }) => {
  const kind = await parts.undo.kindOf(params.id, caller.id)
  // Who is no administrator any more takes back nothing that only administrators may do.
  if (kind === null || (kind === 'channels' && !isAdministrator(caller))) {
    throw new Refusal('undo.gone', {})
  }
  const restore = async (transaction: Transaction<Tables>): Promise<number> =>
    restoreRows(transaction, await parts.undo.take(transaction, params.id, caller.id))
  const restored =
    kind === 'channels'
      ? await parts.snapshot.change(restore)
      : await parts.snapshot.changeIdentity(restore, () => parts.keys.dropUser(caller.id))
  return { restored }
}
