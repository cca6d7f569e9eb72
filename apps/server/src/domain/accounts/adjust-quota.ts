import { Refusal } from '@posthouse/contract/refusal'
import { walletOf } from '@posthouse/ledger/account'
import { type Quota, quota } from '@posthouse/ledger/quota'
import type { Submitter } from '@posthouse/ledger/writer'
import { type AmountSettings, amountText } from '../settings/amount-text.ts'
import { remarkRow } from '../usage-log/remark-row.ts'
import type { Account } from './account.ts'

export type Adjustment = {
  readonly account: Account
  /** Negative amounts reduce the balance, at most to the wallet's floor. */
  readonly amount: Quota
  readonly actor: string
  readonly remark: string
  readonly requestId: string
  readonly at: number
  readonly logType: number
  readonly settings: AmountSettings
}

/** Largest balance that a JSON number can represent. */
export const countableMost = quota(Number.MAX_SAFE_INTEGER)

/** Corrects a balance with one transfer and its log row. Returns the new balance. */
export async function adjustQuota(change: Adjustment, ledger: Submitter<'adjust'>): Promise<Quota> {
  const result = await ledger.submit({
    kind: 'adjust',
    cause: `adjust:${change.requestId}`,
    account: walletOf(change.account.id),
    counterpart: 'adjusted',
    amount: change.amount,
    balanceMost: countableMost,
    actor: change.actor,
    remark: change.remark,
    usage: remarkRow({ ...change, content: change.remark }),
    at: change.at,
  })
  if (result.ok) return result.balance
  switch (result.reason) {
    case 'insufficient':
      throw new Refusal('quota.take', {
        user: change.account.username,
        left: amountText(result.left, change.settings),
        wanted: amountText(result.wanted, change.settings),
      })
    case 'too-much':
      throw new Refusal('quota.too-large', {})
    case 'already-done':
      throw new Error('an adjustment was submitted twice')
  }
}
