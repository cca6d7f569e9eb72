import { Refusal } from '@posthouse/contract/refusal'
import { hashPassword } from '../../domain/accounts/password.ts'
import type { Handler, SignedCall } from '../call.ts'
import { selfOut } from './user-out.ts'
import { requirePassword } from './require-password.ts'

export const updateSelf: Handler<'updateSelf'> = async ({ body }, call) => {
  const { caller, parts } = call
  // First, because it may refuse: a change is stored whole or not at all.
  if (body.password !== undefined) {
    await changePassword(body.original_password ?? '', body.password, call)
  }
  if (body.display_name !== undefined) {
    await parts.accounts.update(caller.id, { display_name: body.display_name })
  }
  const account = await parts.accounts.findById(caller.id)
  if (account === null) throw new Refusal('user.not-found', {})
  parts.keys.dropUser(caller.id)
  return selfOut(account, parts)
}

/** Whoever has the old password may choose a new one; every other session of the account ends. */
async function changePassword(original: string, password: string, call: SignedCall): Promise<void> {
  const { caller, parts, session } = call
  if (session === null) throw new Refusal('auth.session-only', {})
  await requirePassword(original, { ...call, session })
  await parts.accounts.update(caller.id, {
    password: await hashPassword(password),
    password_changed_at: BigInt(parts.clock.now()),
  })
  await parts.sessions.endAllOf(caller.id, session.id)
}
