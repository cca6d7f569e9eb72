import { Refusal } from '@posthouse/contract/refusal'
import { isUniqueViolation } from '../../../db/database-error.ts'
import { hashPassword } from '../../../domain/accounts/password.ts'
import { requireGroups } from '../../group/require-groups.ts'
import type { Handler } from '../../call.ts'
import { changeUser } from './change-user.ts'
import { getUser } from './user-calls.ts'

export const updateUser: Handler<'updateUser'> = async ({ body }, call) => {
  const { id, version, password = '', status, ...given } = body
  if (password !== '' && call.session === null) {
    throw new Refusal('auth.session-only', {}, { field: 'password' })
  }
  const hash = password === '' ? undefined : await hashPassword(password)
  const now = BigInt(call.parts.clock.now())
  await changeUser(id, call, (user) => {
    // A group that is gone may stay until somebody chooses another.
    if (given.group !== undefined && given.group !== user.group) requireGroups([given.group], call)
    const isSwitched = status !== undefined && (status === 1) !== user.enabled
    return {
      version,
      endsSessions: hash !== undefined || isSwitched,
      endsAccess: hash !== undefined,
      change: {
        ...given,
        ...(hash !== undefined && { password: hash, password_changed_at: now }),
        ...(status !== undefined && { status: BigInt(status) }),
      },
    }
  }).catch(orTaken)
  return getUser({ params: { id } }, call)
}

/** Another account has the username. */
function orTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new Refusal('user.username-taken', {}, { field: 'username' })
}
