import { errorText } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { isOpenTo } from '../../domain/groups/group.ts'
import { tokens, type TokenWithFigures } from '../../domain/tokens/token-noun.ts'
import type { SignedCall } from '../call.ts'
import { askingOf } from '../noun/asking.ts'

/** A token of the caller. Another's is as if it did not exist. */
export const ownToken = (id: number, call: SignedCall): Promise<TokenWithFigures> =>
  tokens.find(call.parts.db, askingOf(call), id)

/** Throws unless the caller's tokens may be of this group: a public one or their own. */
export function requireGroup(symbol: string, { caller, language, parts }: SignedCall): void {
  if (symbol === '') return
  if (isOpenTo(parts.snapshot.get().groups, symbol, caller.group)) return
  const params = { group: symbol }
  const said = errorText('token.group-unknown', params, language)
  throw new Refusal('token.group-unknown', params, { fields: { group: said } })
}
