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
  /** Password sign-in is disabled, except for super administrators, who must be able to enable it again. */
  readonly closed: boolean
}

/**
 * Checks a name and a password. A wrong name, a wrong password and an account without password sign-in get the same answer after the
 * same time. Only a correct password reveals that an account is disabled.
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
 * Counts by the lower-cased name, whether or not the account exists, so that waits reveal nothing. Users with a session of the account
 * are counted by it.
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
