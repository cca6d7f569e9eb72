import type { Quota } from '@posthouse/ledger/quota'
import type { Submitter } from '@posthouse/ledger/writer'
import { type ChargeRefund, refundCharge } from '../../charging/refund-charge.ts'
import type { Account } from '../../domain/accounts/account.ts'
import {
  createAccount,
  type CreateAccountParts,
  type SignUp,
} from '../../domain/accounts/create-account.ts'
import { adjustQuota, type Adjustment } from '../../domain/accounts/adjust-quota.ts'
import {
  redeemCode,
  type RedeemRequest,
  type RedeemParts,
} from '../../domain/redemptions/redeem-code.ts'
import { type NewRemaining, setRemaining } from '../../domain/tokens/set-remaining.ts'

/** Everything that handlers may do with money. They never get the ledger's writer. */
export type MoneyActs = {
  createAccount(signUp: SignUp): Promise<Account>
  adjustQuota(change: Adjustment): Promise<Quota>
  redeemCode(redeeming: RedeemRequest): Promise<Quota>
  setRemaining(change: NewRemaining): Promise<Quota>
  refundCharge(refund: ChargeRefund): Promise<{ returned: Quota; forgiven: Quota }>
}

/** Refunds count in the roll-ups of `node`. */
export const moneyActs = (
  ledger: Submitter<'adjust' | 'allow' | 'refund'>,
  node: string,
  within: CreateAccountParts & RedeemParts,
): MoneyActs => ({
  createAccount: (signUp) => createAccount(signUp, within),
  adjustQuota: (change) => adjustQuota(change, ledger),
  redeemCode: (redeeming) => redeemCode(redeeming, within),
  setRemaining: (change) => setRemaining(change, ledger),
  refundCharge: (refund) => refundCharge(refund, ledger, node),
})
