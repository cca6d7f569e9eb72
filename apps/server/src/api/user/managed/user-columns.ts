import { roles } from '@posthouse/contract/user'
import type { UserLine } from '../../../domain/accounts/user-noun.ts'
import { dollars, namesOf, time } from '../../csv/cells.ts'
import type { Columns } from '../../noun/export-of.ts'

const roleName = namesOf(roles)

export const userColumns: Columns<UserLine> = [
  ['id', ({ id }) => id],
  ['username', ({ username }) => username],
  ['display_name', ({ displayName }) => displayName],
  ['email', ({ email }) => email],
  ['role', ({ role }) => roleName(role)],
  ['status', ({ enabled }) => (enabled ? 'enabled' : 'disabled')],
  ['group', ({ group }) => group],
  ['quota', ({ balance }) => balance],
  ['balance_usd', ({ balance }, { perUnit }) => dollars(balance, perUnit)],
  ['used_quota', ({ used }) => used],
  ['used_usd', ({ used }, { perUnit }) => dollars(used, perUnit)],
  ['requests', ({ requests }) => requests],
  ['created', ({ createdAt }, { timeZone }) => time(createdAt, timeZone)],
  ['last_sign_in', ({ lastLoginAt }, { timeZone }) => time(lastLoginAt, timeZone)],
  ['last_sign_in_address', ({ lastLoginIp }) => lastLoginIp],
]
