import { roles } from '@posthouse/contract/user'
import { Refusal } from '@posthouse/contract/refusal'
import { quota } from '@posthouse/ledger/quota'
import type { Submitter } from '@posthouse/ledger/writer'
import type { Kysely, Transaction } from 'kysely'
import { isUniqueViolation } from '../../db/database-error.ts'
import type { Tables } from '../../db/tables.ts'
import type { Settings } from '../settings/setting-table.ts'
import { remark, type RemarkName } from '../usage-log/remarks.ts'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { grantQuota } from './grant-quota.ts'

export type SignUp = {
  readonly username: string
  /** Defaults to the username. */
  readonly displayName?: string
  /** Defaults to the default group. */
  readonly group?: string
  /** A hash, see password.ts. */
  readonly password: string
  /** Verified email, or null if none is required. */
  readonly email: string | null
  readonly inviter: Account | null
  readonly at: number
  readonly settings: Pick<Settings, 'QuotaForNewUser' | 'QuotaForInviter' | 'QuotaForInvitee'>
  /** Runs in the same transaction, for example to consume a code. */
  readonly beside: (transaction: Transaction<Tables>, account: Account) => Promise<void>
}

export type CreateAccountParts = {
  readonly db: Kysely<Tables>
  readonly accounts: AccountStore
  readonly within: (transaction: Transaction<Tables>) => Submitter<'grant'>
}

/** Creates an account with its starting balance and invitation rewards, in one transaction. */
export async function createAccount(
  signUp: SignUp,
  { db, accounts, within }: CreateAccountParts,
): Promise<Account> {
  const known = await accounts.takenBy(signUp)
  if (known !== null) throw takenRefusal(known)
  try {
    return await db.transaction().execute(async (transaction) => {
      const account = await insert(signUp, accounts, transaction)
      await signUp.beside(transaction, account)
      await giveFirstBalance(account, signUp, within(transaction))
      return account
    })
  } catch (error) {
    const since = isUniqueViolation(error) ? await accounts.takenBy(signUp) : null
    throw since === null ? error : takenRefusal(since)
  }
}

const taken = { username: 'user.username-taken', email: 'user.email-taken' } as const

const takenRefusal = (field: 'username' | 'email'): Refusal =>
  new Refusal(taken[field], {}, { field })

const insert = (
  { username, displayName, group, password, email, inviter, at, settings }: SignUp,
  accounts: AccountStore,
  transaction: Transaction<Tables>,
): Promise<Account> =>
  accounts.insert(
    {
      username,
      displayName: displayName ?? username,
      password,
      email,
      role: roles.ordinary,
      group: group ?? 'default',
      at,
      passwordChangedAt: at,
      ...(inviter === null
        ? {}
        : { invitation: { inviterId: inviter.id, reward: BigInt(settings.QuotaForInviter) } }),
    },
    transaction,
  )

/** Each amount is a transfer with a log row, unique by its cause. */
async function giveFirstBalance(
  account: Account,
  { inviter, at, settings }: SignUp,
  ledger: Submitter<'grant'>,
): Promise<void> {
  const give = async (to: Account, amount: number, name: RemarkName): Promise<void> => {
    if (amount === 0) return
    const cause = `${name}:${account.id}`
    await grantQuota(
      { account: to, amount: quota(amount), cause, remark: remark(name), at },
      ledger,
    )
  }
  await give(account, settings.QuotaForNewUser, 'new-user')
  if (inviter === null) return
  await give(account, settings.QuotaForInvitee, 'invitee')
  await give(inviter, settings.QuotaForInviter, 'inviter')
}
