import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { takeFromToken } from '../../domain/redemptions/codes-of-token.ts'
import type { SignedCall } from '../call.ts'

/** What a script makes in codes is bounded by its access token. A person who is signed in has no such bound. */
export async function requireTokenRight(
  transaction: Transaction<Tables>,
  amount: bigint,
  { accessTokenId: tokenId, parts }: SignedCall,
): Promise<void> {
  if (tokenId === null || amount <= 0n) return
  const { settings } = parts.snapshot.get()
  await takeFromToken(transaction, { tokenId, amount, at: parts.clock.now(), settings })
}
