import type { userActions } from '@posthouse/contract/managed-user'
import { Refusal } from '@posthouse/contract/refusal'
import { roles, isAdministrator } from '@posthouse/contract/user'
import { idOfUsername } from '../../../domain/accounts/account-store.ts'
import { isRoot } from '../../../domain/accounts/account.ts'
import type { UserLine } from '../../../domain/accounts/user-noun.ts'
import type { Handler, SignedCall } from '../../call.ts'
import { roleName } from '../../site/role-name.ts'
import { changeUser, type UserWrite } from './change-user.ts'
import { deleteUser } from './delete-user.ts'
import { getUser } from './user-calls.ts'

export const manageUser: Handler<'manageUser'> = async ({ body: { username, action } }, call) => {
  const found = await idOfUsername(call.parts.db, username)
  if (found === null) throw new Refusal('user.not-found', {})
  const id = Number(found)
  if (action === 'delete') {
    const { role, status } = await getUser({ params: { id } }, call)
    await deleteUser({ params: { id } }, call)
    return { role, status }
  }
  await changeUser(id, call, (user) => writeOf(action, user, call))
  const { role, status } = await getUser({ params: { id } }, call)
  return { role, status }
}

function writeOf(
  action: Exclude<(typeof userActions)[number], 'delete'>,
  user: UserLine,
  call: SignedCall,
): UserWrite {
  switch (action) {
    case 'enable':
      return { change: { status: 1n }, endsSessions: !user.enabled }
    case 'disable':
      return { change: { status: 2n }, endsSessions: true }
    case 'promote':
      requireRoot(call)
      if (call.session === null) throw new Refusal('auth.session-only', {})
      if (isAdministrator(user.role)) throw new Refusal('user.already-administrator', {})
      return { change: { role: BigInt(roles.administrator) }, endsSessions: true }
    case 'demote':
      requireRoot(call)
      if (user.role === roles.ordinary) throw new Refusal('user.already-ordinary', {})
      return { change: { role: BigInt(roles.ordinary) }, endsSessions: true }
  }
}

function requireRoot({ caller, language }: SignedCall): void {
  if (!isRoot(caller)) {
    throw new Refusal('auth.role-too-low', { role: roleName('root', language) })
  }
}
