import type { Settings } from '../settings/setting-table.ts'
import { type Account, isAdministrator, isRoot } from './account.ts'

/**
 * Whether this account may be credited by a source that an administrator could forge: a gateway whose keys they know, or a code they
 * have seen.
 */
export const mayBeCredited = (
  account: Pick<Account, 'role'>,
  { AdministratorsMayTopUp }: Pick<Settings, 'AdministratorsMayTopUp'>,
): boolean => !isAdministrator(account) || isRoot(account) || AdministratorsMayTopUp
