import { Refusal } from '@posthouse/contract/refusal'
import { isUniqueViolation } from '../../db/database-error.ts'
import { changeOwn } from '../../domain/accounts/account-store.ts'
import { hashPassword } from '../../domain/accounts/password.ts'
import type { Handler, SessionCall, SignedCall } from '../call.ts'
import { selfOut } from './user-out.ts'
import { requirePassword } from './require-password.ts'
import { requireRecent } from './require-recent.ts'

export const updateSelf: Handler<'updateSelf'> = async ({ body }, call) => {
  const { caller, parts } = call
  // What may refuse comes first: a change is stored whole or not at all.
  const passwordChange = body.password === undefined ? {} : await newPassword(body, call)
  const change = { ...newNames(body, call), ...passwordChange }
  const drop = () => parts.keys.dropUser(caller.id)
  await parts.snapshot
    .changeIdentity((transaction) => changeOwn(transaction, caller.id, change), drop)
    .catch(orTaken)
  if (body.password !== undefined)
    await parts.sessions.endAllOf(caller.id, requireSession(call).session.id)
  const account = await parts.accounts.findById(caller.id)
  if (account === null) throw new Refusal('user.not-found', {})
  return selfOut(account, parts)
}

type Body = Parameters<typeof updateSelf>[0]['body']

function newNames({ username, display_name }: Body, call: SignedCall) {
  const renames = username !== undefined && username !== call.caller.username
  if (renames) requireSession(call)
  return {
    ...(renames && { username }),
    ...(display_name !== undefined && { display_name }),
  }
}

/** Whoever has the old password may choose a new one; every other session of the account ends. */
async function newPassword(
  { original_password: original = '', password = '' }: Body,
  call: SignedCall,
) {
  await requireOwner(original, requireSession(call))
  return {
    password: await hashPassword(password),
    password_changed_at: BigInt(call.parts.clock.now()),
  }
}

/** How a user signs in is changed by the user alone, not by a script with an access token. */
function requireSession(call: SignedCall): SessionCall {
  const { session } = call
  if (session === null) throw new Refusal('auth.session-only', {})
  return { ...call, session }
}

/** By the old password. An account that never had one is known by how it signed in just now. */
async function requireOwner(original: string, call: SessionCall): Promise<void> {
  const hasPassword = (await call.parts.accounts.passwordOf(call.caller.id)) !== ''
  if (hasPassword) return requirePassword(original, call)
  await requireRecent(call.session, call)
}

/** Another account has the username. */
function orTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new Refusal('user.username-taken', {}, { field: 'username' })
}
