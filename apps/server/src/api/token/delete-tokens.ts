import { deleteTokens as remove } from '../../domain/tokens/change-tokens.ts'
import type { Handler } from '../call.ts'

export const deleteTokens: Handler<'deleteTokens'> = async ({ body }, { caller, parts }) => {
  const asked = { userId: caller.id, select: body.select, at: parts.clock.now() }
  const deleted = await parts.snapshot.changeIdentity(
    (transaction) => remove(transaction, asked),
    () => parts.keys.dropUser(caller.id),
  )
  return { deleted }
}
