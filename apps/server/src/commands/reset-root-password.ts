import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { AccessTokenStore } from '../domain/accounts/access-token-store.ts'
import type { AccountStore } from '../domain/accounts/account-store.ts'
import { hashPassword } from '../domain/accounts/password.ts'
import type { SecondFactorStore } from '../domain/accounts/second-factor-store.ts'
import type { SessionStore } from '../domain/accounts/session-store.ts'
import type { OptionStore } from '../domain/settings/option-store.ts'
import { systemClock } from '../lib/clock.ts'
import { randomText } from '../lib/ids.ts'

/**
 * Gives the super administrator a new random password, ends all their sessions, deletes their access tokens and enables the
 * account. Answers the password, to be shown once. The authenticator app and the Turnstile check go too: this command is the way in when
 * nothing else works.
 */
export async function resetRootPassword(parts: {
  db: Kysely<Tables>
  accounts: AccountStore
  sessions: SessionStore
  accessTokens: Pick<AccessTokenStore, 'removeAllOf'>
  secondFactors: Pick<SecondFactorStore, 'remove'>
  options: Pick<OptionStore, 'set'>
}): Promise<{ username: string; password: string }> {
  const root = await parts.accounts.findRoot()
  if (root === null) throw new Error('there is no super administrator: start the server once first')
  const password = randomText(12)
  await parts.accounts.update(root.id, {
    password: await hashPassword(password),
    password_changed_at: null,
    status: 1n,
  })
  await parts.secondFactors.remove(root.id)
  await parts.sessions.endAllOf(root.id)
  await parts.accessTokens.removeAllOf(root.id)
  await parts.db
    .transaction()
    .execute((transaction) =>
      parts.options.set(transaction, 'TurnstileCheckEnabled', 'false', systemClock.now()),
    )
  return { username: root.username, password }
}
