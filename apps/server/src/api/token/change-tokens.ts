import { changeTokens as change } from '../../domain/tokens/change-tokens.ts'
import type { Handler } from '../call.ts'

export const changeTokens: Handler<'changeTokens'> = ({ body }, { caller, parts }) => {
  const { status } = body.change
  if (status === undefined) throw new Error('the contract asks for a change')
  const asked = { userId: caller.id, select: body.select, status, at: parts.clock.now() }
  return parts.snapshot.changeIdentity(
    async (transaction) => {
      const { changed, skipped } = await change(transaction, asked)
      const undo = await parts.undo.keep(transaction, caller.id, changed)
      return { changed: changed.rows.length, skipped, undo }
    },
    () => parts.keys.dropUser(caller.id),
  )
}
