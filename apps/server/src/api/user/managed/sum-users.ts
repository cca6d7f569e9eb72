import { sumAccounts } from '../../../domain/accounts/account-store.ts'
import type { Handler } from '../../call.ts'
import { quotaOut } from '../../present.ts'

const activeMs = 7 * 86_400_000

export const sumUsers: Handler<'sumUsers'> = async (_input, { parts }) => {
  const [{ users, balance }, active] = await Promise.all([
    sumAccounts(parts.db),
    parts.rollups.activeUsers(parts.clock.now() - activeMs),
  ])
  return { users, quota: quotaOut(balance), active }
}
