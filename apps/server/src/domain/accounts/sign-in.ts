import { Refusal } from '@posthouse/contract/refusal'
import type { AccountStore } from './account-store.ts'
import { type Account, isRoot } from './account.ts'
import type { AttemptLimiter, Guess } from './attempt-limiter.ts'
import { checkAgainstNobody, passwordMatches } from './password.ts'
import type { Session } from './session-store.ts'

export type SignInParts = {
  readonly accounts: AccountStore
  readonly attempts: AttemptLimiter
}

export type SignInAttempt = {
  readonly username: string
  readonly password: string
  readonly address: string
  readonly session: Session | null
  /** Password sign-in is closed to everybody but super administrators, who could not open it again else. */
  readonly closed: boolean
}

/**
 * Checks a name and a password. Wrong name, wrong password and an account that it is closed to are one answer
 * after the same time; a disabled account is told so only to somebody who knows its password.
 */
export async function signIn(
  given: SignInAttempt,
  { accounts, attempts }: SignInParts,
): Promise<Account> {
  const found = await accounts.findForLogin(given.username)
  const guess = guessOf(given, found?.account ?? null)
  await attempts.count(guess)
  const matches =
    found === null
      ? await checkAgainstNobody(given.password)
      : await passwordMatches(given.password, found.password)
  if (found === null || !matches || (given.closed && !isRoot(found.account))) {
    throw new Refusal(given.closed ? 'auth.password-login-closed' : 'auth.wrong-credentials', {})
  }
  if (!found.account.enabled) throw new Refusal('auth.user-disabled', {})
  await attempts.forget(guess)
  return found.account
}

/**
 * By name as it was typed, in small letters, whether there is such an account or not: when to wait would
 * tell else. Somebody with a session of the account is known already.
 */
const guessOf = (
  given: { username: string; address: string; session: Session | null },
  account: Account | null,
): Guess => {
  const known = account !== null && given.session?.account.id === account.id ? given.session : null
  return known === null
    ? { whose: `name:${given.username.toLowerCase()}`, by: { address: given.address } }
    : { whose: `account:${known.account.id}`, by: { session: known.id } }
}
