import { Refusal } from '@posthouse/contract/refusal'
import { type Account, isRoot } from '../../domain/accounts/account.ts'
import type { SignedCall } from '../call.ts'
import { roleName } from '../role-name.ts'

/** Nobody moves money of somebody at or above their own level; the super administrator may. Answers whose it is. */
export async function mayMoveMoneyOf(
  id: bigint,
  { caller, parts, language }: SignedCall,
): Promise<Account> {
  const target = await parts.accounts.findById(id)
  if (target === null) throw new Refusal('user.not-found', {})
  if (!isRoot(caller) && target.role >= caller.role) {
    throw new Refusal('auth.role-too-low', { role: roleName('root', language) })
  }
  return target
}
