import type { Quota } from '@posthouse/ledger/quota'
import type { Submitter } from '@posthouse/ledger/writer'
import { adjustQuota, type Adjustment } from '../domain/accounts/adjust-quota.ts'
import { type NewRemaining, setRemaining } from '../domain/tokens/set-remaining.ts'

/** All that handlers may do with money: nobody hands them the ledger's writer. */
export type MoneyActs = {
  adjustQuota(change: Adjustment): Promise<Quota>
  setRemaining(change: NewRemaining): Promise<Quota>
}

export const moneyActs = (ledger: Submitter<'adjust' | 'allow'>): MoneyActs => ({
  adjustQuota: (change) => adjustQuota(change, ledger),
  setRemaining: (change) => setRemaining(change, ledger),
})
