import { logType } from '@posthouse/contract/log'
import type { Handler } from '../call.ts'
import { quotaIn, quotaOut } from '../present.ts'
import { requireTokenRight } from '../money/require-token-right.ts'
import { mayMoveMoneyOf } from './may-move-money-of.ts'
import { tellTopUp } from './notifications/tell-top-up.ts'

export const adjustQuota: Handler<'adjustQuota'> = async ({ params, body }, call) => {
  const { caller, parts, requestId } = call
  const account = await mayMoveMoneyOf(BigInt(params.id), call)
  const amount = quotaIn(body.quota)
  await parts.db
    .transaction()
    .execute((transaction) => requireTokenRight(transaction, amount, call))
  const balance = await parts.money.adjustQuota({
    account,
    amount,
    actor: `user:${caller.id}`,
    remark: body.remark,
    requestId,
    at: parts.clock.now(),
    logType: logType.management,
    settings: parts.snapshot.get().settings,
  })
  if (body.quota > 0) await tellTopUp(account.id, { amount, balance }, call)
  return { quota: quotaOut(balance) }
}
