/** Unit of an amount. A transfer never crosses from one ledger to the other. */
export type LedgerName = 'quota' | 'allowance'

/**
 * Accounts with a balance row, which commands lock.
 * `wallet:<user>`: a user's spendable balance. `limit:<token>`: the remainder of a limited token.
 * `window:<owner>:<id>:<period>:<start>`: the remainder of a spend limit until it resets.
 */
export type AccountCode =
  | `wallet:${bigint}`
  | `limit:${bigint}`
  | `window:${'token' | 'user'}:${bigint}:${WindowPeriod}:${number}`

export type WindowPeriod = '5h' | 'day' | 'week' | 'month'

/**
 * Counterpart accounts of transfers. They have no row to lock: their balances are sums of transfers. Only `allowed`
 * belongs to the allowance ledger.
 */
export type SystemAccount =
  | 'revenue'
  | 'granted'
  | `paid:${string}`
  | 'redeemed'
  | 'adjusted'
  | 'refunded'
  | 'allowed'

export const walletOf = (user: bigint): AccountCode => `wallet:${user}`
export const limitOf = (token: bigint): AccountCode => `limit:${token}`

export const isWallet = (code: AccountCode): boolean => code.startsWith('wallet:')

/** Whether the account has a balance row that commands lock. */
export const hasRow = (code: AccountCode | SystemAccount): code is AccountCode =>
  code.startsWith('wallet:') || code.startsWith('limit:') || code.startsWith('window:')

export const ledgerOf = (account: AccountCode | SystemAccount): LedgerName =>
  account === 'allowed' || account.startsWith('limit:') || account.startsWith('window:')
    ? 'allowance'
    : 'quota'
