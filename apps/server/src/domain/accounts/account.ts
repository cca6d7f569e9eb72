import { administratorThreshold, roles } from '@posthouse/contract/user'

/** A user account. Its wallet is in the ledger. */
export type Account = {
  readonly id: bigint
  readonly username: string
  readonly displayName: string
  readonly role: number
  readonly enabled: boolean
  readonly email: string | null
  readonly group: string
  readonly createdAt: number
  readonly passwordChangedAt: number | null
  readonly lastLoginAt: number | null
}

export const isAdministrator = (account: Pick<Account, 'role'>): boolean =>
  account.role >= administratorThreshold

export const isRoot = (account: Pick<Account, 'role'>): boolean => account.role >= roles.root
