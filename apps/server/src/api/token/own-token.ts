import { errorText } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { isOpenTo } from '../../domain/groups/group.ts'
import type { TokenWithFigures } from '../../domain/tokens/token-store.ts'
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
export function requireGroup(symbol: string, { caller, language, parts }: SignedCall): void {
  if (symbol === '') return
  if (isOpenTo(parts.snapshot.get().groups, symbol, caller.group)) return
  const params = { group: symbol }
  const said = errorText('token.group-unknown', params, language)
  throw new Refusal('token.group-unknown', params, { fields: { group: said } })
}
