import { Refusal } from '@posthouse/contract/refusal'
import { hashPassword } from '../../domain/accounts/password.ts'
import type { Handler, SessionCall, SignedCall } from '../call.ts'
import { selfOut } from './user-out.ts'
import { requirePassword } from './require-password.ts'
import { requireRecent } from './require-recent.ts'

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

/** By the old password. An account that never had one is known by how it signed in just now. */
async function requireOwner(original: string, call: SessionCall): Promise<void> {
  const hasPassword = (await call.parts.accounts.passwordOf(call.caller.id)) !== ''
  if (hasPassword) return requirePassword(original, call)
  await requireRecent(call.session, call)
}

/** Whoever has the old password may choose a new one; every other session of the account ends. */
async function changePassword(original: string, password: string, call: SignedCall): Promise<void> {
  const { caller, parts, session } = call
  if (session === null) throw new Refusal('auth.session-only', {})
  await requireOwner(original, { ...call, session })
  await parts.accounts.update(caller.id, {
    password: await hashPassword(password),
    password_changed_at: BigInt(parts.clock.now()),
  })
  await parts.sessions.endAllOf(caller.id, session.id)
}
