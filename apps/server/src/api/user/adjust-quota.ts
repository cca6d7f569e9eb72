import { logType } from '@posthouse/contract/log'
import { Refusal } from '@posthouse/contract/refusal'
import { isRoot } from '../../domain/accounts/account.ts'
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
