import type { Settings } from '../settings/setting-table.ts'
import { type Account, isAdministrator, isRoot } from './account.ts'

/**
 * Whether money that an administrator could have made up may credit this account: from a gateway whose keys they know, or
 * with a code that they saw.
 */
export const mayBeCredited = (
  account: Pick<Account, 'role'>,
  { AdministratorsMayTopUp }: Pick<Settings, 'AdministratorsMayTopUp'>,
): boolean => !isAdministrator(account) || isRoot(account) || AdministratorsMayTopUp
