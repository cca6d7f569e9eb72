import { Refusal } from '@posthouse/contract/refusal'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Account } from '../../domain/accounts/account.ts'
import { requireMayAdjust } from '../../domain/accounts/may-change.ts'
import { takeFromToken } from '../../domain/redemptions/codes-of-token.ts'
import type { SignedCall } from '../call.ts'

/** The account, when the caller may move its money. */
export async function mayMoveMoneyOf(id: bigint, { caller, parts }: SignedCall): Promise<Account> {
  const target = await parts.accounts.findById(id)
  if (target === null) throw new Refusal('user.not-found', {})
  requireMayAdjust(caller, target)
  return target
}

/** Limits what an access token may give away in a day, in codes and quota. Sessions have no such limit. */
export async function requireTokenRight(
  transaction: Transaction<Tables>,
  amount: bigint,
  { accessTokenId: tokenId, parts }: SignedCall,
): Promise<void> {
  if (tokenId === null || amount <= 0n) return
  const { settings } = parts.snapshot.get()
  await takeFromToken(transaction, { tokenId, amount, at: parts.clock.now(), settings })
}
