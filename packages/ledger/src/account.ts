/** What an amount is counted in. A transfer never crosses from one to the other. */
export type LedgerName = 'quota' | 'allowance'

/**
 * Accounts with a balance row, which commands lock.
 * `wallet:<user>`: what a user may spend. `limit:<token>`: what is left of a limited token.
 * `window:<owner>:<id>:<period>:<start>`: what is left of a spend limit until it resets.
 */
export type AccountCode =
  | `wallet:${bigint}`
  | `limit:${bigint}`
  | `window:${'token' | 'user'}:${bigint}:${WindowPeriod}:${number}`

export type WindowPeriod = '5h' | 'day' | 'week' | 'month'

/**
 * The other sides of transfers. They have no row to lock: their balances are sums of transfers.
 * `allowed` is the only one in the allowance ledger.
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

/** Whether it is an account that commands lock: the other sides of transfers have no balance row. */
export const hasRow = (code: AccountCode | SystemAccount): code is AccountCode =>
  code.startsWith('wallet:') || code.startsWith('limit:') || code.startsWith('window:')

export const ledgerOf = (account: AccountCode | SystemAccount): LedgerName =>
  account === 'allowed' || account.startsWith('limit:') || account.startsWith('window:')
    ? 'allowance'
    : 'quota'
