import { users } from '../../../domain/accounts/user-noun.ts'
import type { Handler } from '../../call.ts'
import { askingOf } from '../../noun/asking.ts'
import { writeNoun } from '../../noun/write-noun.ts'
import { changeableUser } from './change-user.ts'

export const deleteUser: Handler<'deleteUser'> = ({ params: { id } }, call) =>
  writeNoun(users, call, async (transaction) => {
    await changeableUser(id, call, transaction)
    await users.remove(transaction, askingOf(call), { ids: [id] })
    return null
  })
