import { errorText } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { passwordMatches } from '../../accounts/password.ts'
import type { SignedCall } from '../call.ts'

/** Checks the caller's own password; wrong ones count against the same limit as at sign-in. */
export async function requirePassword(password: string, call: SignedCall): Promise<void> {
  const { caller, parts, address } = call
  const names = [`address:${address}`, `name:${caller.username.toLowerCase()}`]
  await parts.attempts.check(names)
  const hash = (await parts.accounts.passwordOf(caller.id)) ?? ''
  if (await passwordMatches(password, hash)) return
  await parts.attempts.count(names)
  const text = errorText('user.wrong-password', {}, call.language)
  throw new Refusal('user.wrong-password', {}, { fields: { original_password: text } })
}
