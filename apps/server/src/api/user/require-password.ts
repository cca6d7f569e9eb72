import { errorText } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { passwordMatches } from '../../domain/accounts/password.ts'
import type { SessionCall } from '../call.ts'

/** Checks the caller's own password; wrong ones make this session wait, whatever others guess elsewhere. */
export async function requirePassword(password: string, call: SessionCall): Promise<void> {
  const { caller, parts, session } = call
  const guess = { whose: `account:${caller.id}`, by: { session: session.id } }
  await parts.attempts.count(guess)
  const hash = (await parts.accounts.passwordOf(caller.id)) ?? ''
  if (await passwordMatches(password, hash)) return parts.attempts.forget(guess)
  const text = errorText('user.wrong-password', {}, call.language)
  throw new Refusal('user.wrong-password', {}, { fields: { original_password: text } })
}
