import { hashPassword } from '../../../domain/accounts/password.ts'
import { requireGroups } from '../../group/require-groups.ts'
import type { Handler } from '../../call.ts'
import { getUser } from './user-calls.ts'

export const createUser: Handler<'createUser'> = async ({ body }, call) => {
  const { parts } = call
  requireGroups([body.group], call)
  const { id } = await parts.money.createAccount({
    username: body.username,
    displayName: body.display_name || body.username,
    group: body.group,
    password: await hashPassword(body.password),
    email: null,
    inviter: null,
    at: parts.clock.now(),
    settings: parts.snapshot.get().settings,
    beside: async () => undefined,
  })
  return getUser({ params: { id: Number(id) } }, call)
}
