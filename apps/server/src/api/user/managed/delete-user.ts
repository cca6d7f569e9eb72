import { users } from '../../../domain/accounts/user-noun.ts'
import type { Handler } from '../../call.ts'
import { askingOf } from '../../noun/asking.ts'
import { writeNoun } from '../../noun/write-noun.ts'
import { changeableUser } from './change-user.ts'

export const deleteUser: Handler<'deleteUser'> = ({ params: { id } }, call) =>
  writeNoun(users, call, async (transaction) => {
    const { id: userId } = await changeableUser(id, call, transaction)
    await users.remove(transaction, askingOf(call), { ids: [id] })
    // Who was deleted may sign up again with the same accounts elsewhere.
    await transaction.deleteFrom('identities').where('user_id', '=', userId).execute()
    await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute()
    await call.parts.secondFactors.remove(userId, transaction)
    return null
  })
