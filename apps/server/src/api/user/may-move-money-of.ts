import { Refusal } from '@posthouse/contract/refusal'
import type { Account } from '../../domain/accounts/account.ts'
import { requireMayAdjust } from '../../domain/accounts/may-change.ts'
import type { SignedCall } from '../call.ts'

/** The account, when the caller may move its money. */
export async function mayMoveMoneyOf(id: bigint, { caller, parts }: SignedCall): Promise<Account> {
  const target = await parts.accounts.findById(id)
  if (target === null) throw new Refusal('user.not-found', {})
  requireMayAdjust(caller, target)
  return target
}
