import { Refusal } from '@posthouse/contract/refusal'
import { isAdministrator } from '../../domain/accounts/account.ts'
import { restoreRows } from '../../domain/undo/restore-rows.ts'
import type { Handler } from '../call.ts'
import { nouns } from '../noun/nouns.ts'
import { writeNoun } from '../noun/write-noun.ts'

export const undoChange: Handler<'undoChange'> = async ({ params }, call) => {
  const { caller, parts } = call
  const noun = nouns.get((await parts.undo.tableOf(params.id, caller.id)) ?? '')
  // Who is no administrator any more takes back nothing that only administrators may do.
  if (noun === undefined || (noun.isForAdministrators && !isAdministrator(caller))) {
    throw new Refusal('undo.gone', {})
  }
  const restored = await writeNoun(noun, call, async (transaction) =>
    restoreRows(
      transaction,
      noun.restores,
      await parts.undo.take(transaction, params.id, caller.id),
    ),
  )
  return { restored }
}
