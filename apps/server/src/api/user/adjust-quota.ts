import { logType } from '@posthouse/contract/log'
import type { Handler } from '../call.ts'
import { quotaIn, quotaOut } from '../present.ts'
import { mayMoveMoneyOf } from './may-move-money-of.ts'

export const adjustQuota: Handler<'adjustQuota'> = async ({ params, body }, call) => {
  const { caller, parts, requestId } = call
  const balance = await parts.money.adjustQuota({
    account: await mayMoveMoneyOf(BigInt(params.id), call),
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
