import { createToken as insertToken } from '../../domain/tokens/create-token.ts'
import type { Handler } from '../call.ts'
import { ownToken, requireGroup } from './own-token.ts'
import { requireFuture, requireLimits } from './require-limits.ts'
import { tokenOut } from './token-out.ts'

export const createToken: Handler<'createToken'> = async ({ body }, call) => {
  const { caller, parts } = call
  requireGroup(body.group, call)
  requireFuture(body.expired_time, call)
  requireLimits(body.limits, call)
  const at = parts.clock.now()
  const { id, key } = await insertToken(
    {
      ...body,
      userId: caller.id,
      expiresAt: body.expired_time === -1 ? null : body.expired_time * 1_000,
      hidden: false,
      most: parts.snapshot.get().settings.TokensPerUser,
      at,
    },
    parts,
  )
  if (!body.unlimited_quota) {
    await parts.money.setRemaining({
      token: id,
      remaining: body.remain_quota,
      cause: `token:${id}:created`,
      actor: `user:${caller.id}`,
      at,
    })
  }
  return { ...tokenOut(await ownToken(Number(id), call), at), key }
}
