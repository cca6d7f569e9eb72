import type { Redemption as RedemptionOut } from '@posthouse/contract/redemption'
import { type Redemption, redemptionStatusOf } from '../../domain/redemptions/redemption.ts'
import type { NounCall } from '../noun/asking.ts'
import { idOut, quotaOut, secondsOut } from '../present.ts'

export const redemptionOut = (code: Redemption, now: number): RedemptionOut => ({
  id: idOut(code.id),
  name: code.name,
  status: redemptionStatusOf(code, now),
  quota: quotaOut(code.quota),
  created_time: secondsOut(code.createdAt, 0),
  redeemed_time: secondsOut(code.redeemedAt, 0),
  used_by: code.redeemer,
  created_by: code.creator,
  expired_time: secondsOut(code.expiresAt, -1),
  batch: code.batch,
  batch_size: code.batchSize,
})

export function redemptionsOut(codes: readonly Redemption[], { parts }: NounCall): RedemptionOut[] {
  const now = parts.clock.now()
  return codes.map((code) => redemptionOut(code, now))
}
