import { Refusal } from '@posthouse/contract/refusal'
import type { Clock } from '../lib/clock.ts'
import type { AccountStore } from './account-store.ts'
import type { Account } from './account.ts'
import type { AttemptLimiter } from './attempt-limiter.ts'
import { checkAgainstNobody, passwordMatches } from './password.ts'

export type SignInParts = {
  readonly accounts: AccountStore
  readonly attempts: AttemptLimiter
  readonly clock: Clock
}

/**
 * Checks a name and a password. Wrong name and wrong password are one answer after the same time;
 * a disabled account is told so only to somebody who knows its password.
 */
export async function signIn(
  given: { username: string; password: string; address: string },
  { accounts, attempts, clock }: SignInParts,
): Promise<Account> {
  const names = [`address:${given.address}`, `name:${given.username.toLowerCase()}`]
  await attempts.check(names)
  const found = await accounts.findForLogin(given.username)
  const matches =
    found === null
      ? await checkAgainstNobody(given.password)
      : await passwordMatches(given.password, found.password)
  if (found === null || !matches) {
    await attempts.count(names)
    throw new Refusal('auth.wrong-credentials', {})
  }
  if (!found.account.enabled) throw new Refusal('auth.user-disabled', {})
  await attempts.forget(names)
  await accounts.update(found.account.id, {
    last_login_at: BigInt(clock.now()),
    last_login_ip: given.address,
  })
  return found.account
}
