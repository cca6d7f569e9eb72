import { createRedemptions as insertRedemptions } from '../../domain/redemptions/create-redemptions.ts'
import type { Handler } from '../call.ts'
import { requireTokenRight } from './require-token-right.ts'
import { requireFuture } from '../require-future.ts'

export const createRedemptions: Handler<'createRedemptions'> = async ({ body }, call) => {
  const { caller, parts } = call
  requireFuture(body.expired_time, call)
  return insertRedemptions(
    {
      name: body.name,
      quota: BigInt(body.quota),
      count: body.count,
      expiresAt: body.expired_time === -1 ? null : body.expired_time * 1_000,
      creator: caller,
      at: parts.clock.now(),
      allow: (transaction) =>
        requireTokenRight(transaction, BigInt(body.quota) * BigInt(body.count), call),
    },
    parts,
  )
}
