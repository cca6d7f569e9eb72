import { errorText } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import type { Guess } from '../../domain/accounts/attempt-limiter.ts'
import { passwordMatches } from '../../domain/accounts/password.ts'
import type { Session } from '../../domain/accounts/session-store.ts'
import type { Call, SessionCall } from '../call.ts'
import { recentPasswordMs } from '../recent-password.ts'

/** Checks the caller's own password. Wrong guesses delay this session alone. */
export async function requirePassword(password: string, call: SessionCall): Promise<void> {
  const { caller, parts, session } = call
  const guess = { whose: `account:${caller.id}`, by: { session: session.id } }
  await parts.attempts.count(guess)
  const hash = (await parts.accounts.passwordOf(caller.id)) ?? ''
  if (await passwordMatches(password, hash)) return parts.attempts.forget(guess)
  const text = errorText('user.wrong-password', {}, call.language)
  throw new Refusal('user.wrong-password', {}, { fields: { original_password: text } })
}

/** For adding a sign-in method. The refusal of an account without a password says to sign in again. */
export async function requireRecent(session: Session, { parts }: Call): Promise<void> {
  if (parts.clock.now() - session.authenticatedAt <= recentPasswordMs) return
  const hasPassword = (await parts.accounts.passwordOf(session.account.id)) !== ''
  throw new Refusal(hasPassword ? 'auth.recent-sign-in' : 'oauth.sign-in-again', {})
}

/**
 * Spends a code of the user's authenticator app or a recovery code. Guesses are counted by account, from any address:
 * only someone with its password or a session gets this far.
 */
export async function requireCode(
  userId: bigint,
  code: string,
  { parts }: Pick<Call, 'parts'>,
): Promise<void> {
  const guess = { whose: `second-factor:${userId}`, by: { session: 'any' } }
  await parts.attempts.count(guess)
  if (!(await parts.secondFactors.accept(userId, code))) {
    throw new Refusal('second-factor.wrong-code', {}, { field: 'code' })
  }
  await parts.attempts.forget(guess)
}

/**
 * Looks up a code that many addresses could guess together. Counts the guess first, for the address and for all
 * addresses. `look` returns `null` for a wrong code.
 */
export async function guessCode<Found>(
  whose: string,
  { parts: { attempts }, address }: Pick<Call, 'parts' | 'address'>,
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  const own: Guess = { whose, by: { address } }
  const common: Guess = { whose, by: 'everybody' }
  await attempts.count(own)
  await attempts.count(common)
  let found: Found | null
  try {
    found = await look()
  } catch (error) {
    // The code was not checked: an outage must not lock everyone out.
    await attempts.forget(common)
    throw error
  }
  if (found !== null) {
    await attempts.forget(common)
    await attempts.forget(own)
  }
  return found
}
