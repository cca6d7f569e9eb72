import type { Kysely } from 'kysely'
import { isUniqueViolation } from '../../db/database-error.ts'
import type { Tables } from '../../db/tables.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { ChallengeStore } from '../accounts/challenge-store.ts'
import type { IdentityStore } from '../accounts/identity-store.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import type { TelegramPerson } from './bot.ts'

export const bindCodeMinutes = 10

const purpose = 'telegram-bind'

export type BindingParts = {
  readonly db: Kysely<Tables>
  readonly accounts: Pick<AccountStore, 'findById'>
  readonly challenges: ChallengeStore
  readonly identities: IdentityStore
  readonly clock: { now(): number }
}

export const createBindCode = (userId: bigint, challenges: ChallengeStore): Promise<string> =>
  challenges.start(purpose, { userId, minutes: bindCodeMinutes })

export type BindEnd =
  | { readonly end: 'bound'; readonly account: Account }
  | { readonly end: 'code-wrong' | 'already-bound' | 'other-bound' | 'disabled' }

/** Connects a Telegram account to the user of a code. Neither may be connected yet. */
export async function bindAccount(
  { id, name }: TelegramPerson,
  code: string,
  { db, accounts, challenges, identities, clock }: BindingParts,
): Promise<BindEnd> {
  const subject = String(id)
  if ((await identities.findAccount('telegram', subject)) !== null) return { end: 'already-bound' }
  const userId = (await challenges.take(purpose, code))?.userId ?? null
  const account = userId === null ? null : await accounts.findById(userId)
  if (account === null) return { end: 'code-wrong' }
  if (!account.enabled) return { end: 'disabled' }
  const identity = { provider: 'telegram', subject, name, userId: account.id } as const
  try {
    await db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, account.id)
      await identities.insert({ ...identity, at: clock.now() }, transaction)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const holder = await identities.findAccount('telegram', subject)
    return { end: holder === null ? 'other-bound' : 'already-bound' }
  }
  return { end: 'bound', account }
}
