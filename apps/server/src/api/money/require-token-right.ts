import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { takeFromToken } from '../../domain/redemptions/codes-of-token.ts'
import type { SignedCall } from '../call.ts'

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
