import { Refusal } from '@posthouse/contract/refusal'
import type { Handler } from '../call.ts'
import { hasRecentPassword, recentPasswordMs } from '../recent-password.ts'
import { codeInvalid, proofOf } from './register.ts'
import { selfOut } from './user-out.ts'

/** The address can replace the password, so a recent one is asked for first. */
export const bindEmail: Handler<'bindEmail'> = async ({ body }, call) => {
  const { caller, parts } = call
  if (!hasRecentPassword(call, recentPasswordMs)) throw new Refusal('auth.recent-sign-in', {})
  const { email, useUp } = await proofOf(body, call)
  if ((await parts.accounts.takenBy({ username: '', email })) !== null) {
    throw new Refusal('user.email-taken', {}, { field: 'email' })
  }
  await parts.db.transaction().execute(async (transaction) => {
    if (!(await useUp(transaction))) throw codeInvalid()
    await parts.accounts.update(caller.id, { email }, transaction)
  })
  return selfOut({ ...caller, email }, parts)
}
