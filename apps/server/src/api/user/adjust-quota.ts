import { logType } from '@posthouse/contract/log'
import { Refusal } from '@posthouse/contract/refusal'
import { walletOf } from '@posthouse/ledger/account'
import { isRoot } from '../../accounts/account.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler } from '../call.ts'
import { roleName } from '../role-name.ts'
import { quotaIn, quotaOut } from '../present.ts'

export const adjustQuota: Handler<'adjustQuota'> = async ({ params, body }, call) => {
  const { caller, parts, requestId } = call
  const target = await parts.accounts.findById(BigInt(params.id))
  if (target === null) throw new Refusal('user.not-found', {})
  // Nobody moves money of somebody at or above their own level; the super administrator may.
  if (!isRoot(caller) && target.role >= caller.role) {
    throw new Refusal('auth.role-too-low', {
      role: roleName('root', call.language),
    })
  }
  await requireCountable(target.id, body.quota, parts)
  const balance = await parts.money.adjustQuota({
    account: target,
    amount: quotaIn(body.quota),
    actor: `user:${caller.id}`,
    remark: body.remark,
    requestId,
    at: parts.clock.now(),
    logType: logType.management,
    settings: parts.snapshot.get().settings,
  })
  return { quota: quotaOut(balance) }
}

/** A balance that JSON cannot say would be refused to everybody who asks for it. */
async function requireCountable(
  userId: bigint,
  amount: number,
  { ledger }: ApiParts,
): Promise<void> {
  const { balance } = await ledger.reader.balance(walletOf(userId))
  if (balance + BigInt(amount) > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Refusal('quota.too-large', {})
}
