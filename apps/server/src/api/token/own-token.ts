import { Refusal } from '@posthouse/contract/refusal'
import type { TokenWithFigures } from '../../tokens/token-store.ts'
import type { SignedCall } from '../call.ts'

/** A token of the caller. Another's is as if it did not exist. */
export async function ownToken(
  id: number,
  { caller, parts }: SignedCall,
): Promise<TokenWithFigures> {
  const token = await parts.tokens.find(caller.id, BigInt(id))
  if (token === null) throw new Refusal('token.not-found', {})
  return token
}

/** Throws unless the caller's tokens may be of this group: a public one or their own. */
export function requireGroup(symbol: string, { caller, parts }: SignedCall): void {
  if (symbol === '' || symbol === caller.group) return
  const group = parts.snapshot.get().groups.get(symbol)
  if (group?.public !== true) throw new Refusal('token.group-unknown', { group: symbol })
}
