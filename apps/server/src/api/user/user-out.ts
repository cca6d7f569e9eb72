import { walletOf } from '@posthouse/ledger/account'
import type { SavedUser, Self } from '@posthouse/contract/user'
import type { Account } from '../../domain/accounts/account.ts'
import type { ApiParts } from '../api-parts.ts'
import { idOut, quotaOut, secondsOut } from '../present.ts'

export const savedUserOut = (account: Account): SavedUser => ({
  id: idOut(account.id),
  username: account.username,
  display_name: account.displayName,
  role: account.role,
  status: account.enabled ? 1 : 2,
})

/** The account with its balance and usage. */
export async function selfOut(account: Account, parts: ApiParts): Promise<Self> {
  const wallet = walletOf(account.id)
  const [balances, total, hash] = await Promise.all([
    parts.ledger.reader.balances([wallet]),
    parts.rollups.totalOf(account.id),
    parts.accounts.passwordOf(account.id),
  ])
  return {
    ...savedUserOut(account),
    group: account.group,
    email: account.email ?? '',
    quota: quotaOut(balances.get(wallet)?.balance ?? 0n),
    used_quota: quotaOut(total.quota),
    request_count: total.requests,
    created_time: secondsOut(account.createdAt, 0),
    password_changed: account.passwordChangedAt !== null,
    has_password: hash !== '',
  }
}
