import { logType } from '@posthouse/contract/log'
import { Refusal } from '@posthouse/contract/refusal'
import type { Handler } from '../call.ts'
import { quotaOut } from '../present.ts'
import { hasRecentPassword, recentPasswordMs } from '../recent-password.ts'
import { mayMoveMoneyOf } from '../user/may-move-money-of.ts'
import { visibleRow } from './visible-row.ts'

export const refundCharge: Handler<'refundCharge'> = async ({ params, body }, call) => {
  const { caller, parts } = call
  const charged = await visibleRow(params.id, call)
  await mayMoveMoneyOf(charged.user_id, call)
  if (!hasRecentPassword(call, recentPasswordMs)) throw new Refusal('auth.recent-sign-in', {})
  if (charged.type !== BigInt(logType.consumption) || charged.quota + charged.written_off === 0n) {
    throw new Refusal('log.nothing-charged', {})
  }
  const { returned, forgiven } = await parts.money.refundCharge({
    charged,
    actor: `user:${caller.id}`,
    reason: body.reason,
    at: parts.clock.now(),
  })
  return { returned: quotaOut(returned), forgiven: quotaOut(forgiven) }
}
