import { Refusal } from '@posthouse/contract/refusal'
import { tokenStatus } from '@posthouse/contract/token'
import type { CheckedInputOf } from '@posthouse/contract/endpoint'
import type { Api } from '@posthouse/contract/api'
import { statusOf } from '../../domain/tokens/token.ts'
import type { TokenWithFigures } from '../../domain/tokens/token-noun.ts'
import type { Handler } from '../call.ts'
import { ownToken, requireGroup } from './own-token.ts'
import { requireFuture, requireLimits } from './require-limits.ts'
import { tokenOut } from './token-out.ts'

type Change = CheckedInputOf<Api['updateToken']>['body']

export const updateToken: Handler<'updateToken'> = async ({ query, body }, call) => {
  const { caller, parts, requestId } = call
  const change: Change = query.status_only ? { id: body.id, status: body.status } : body
  const token = await ownToken(change.id, call)
  if (change.group !== undefined) requireGroup(change.group, call)
  if (change.expired_time !== undefined) requireFuture(change.expired_time, call)
  if (change.limits !== undefined) requireLimits(change.limits, call)
  if (change.status === tokenStatus.enabled) requireEnableable(token, change, parts.clock.now())
  await parts.snapshot.changeIdentity(
    (transaction) => parts.tokens.update(transaction, token, columnsOf(change)),
    () => parts.keys.dropToken(token.id),
  )
  if (change.remain_quota !== undefined && change.unlimited_quota !== true) {
    await parts.money.setRemaining({
      token: token.id,
      remaining: change.remain_quota,
      cause: `token:${token.id}:${requestId}`,
      actor: `user:${caller.id}`,
      at: parts.clock.now(),
    })
  }
  return tokenOut(await ownToken(change.id, call), parts.clock.now())
}

/** An expired or exhausted token is mended first, or in the same change. */
function requireEnableable(token: TokenWithFigures, change: Change, now: number): void {
  const expiry = change.expired_time
  const after = {
    ...token,
    enabled: true,
    unlimited: change.unlimited_quota ?? token.unlimited,
    expiresAt: expiry === undefined ? token.expiresAt : expiry === -1 ? null : expiry * 1_000,
  }
  const remaining = change.remain_quota === undefined ? token.unspent : BigInt(change.remain_quota)
  const status = statusOf(after, remaining, now)
  if (status === tokenStatus.expired) throw new Refusal('token.cannot-enable-expired', {})
  if (status === tokenStatus.exhausted) throw new Refusal('token.cannot-enable-exhausted', {})
}

const flagOf = (flag: boolean | undefined): bigint | undefined =>
  flag === undefined ? undefined : flag ? 1n : 0n

function columnsOf(change: Change) {
  const expiry = change.expired_time
  const columns = {
    name: change.name,
    status: change.status === undefined ? undefined : BigInt(change.status),
    unlimited_quota: flagOf(change.unlimited_quota),
    cache: flagOf(change.cache),
    cost_in_answer: flagOf(change.cost_in_answer),
    group: change.group,
    setting: change.limits === undefined ? undefined : JSON.stringify(change.limits),
    expires_at: expiry === undefined ? undefined : expiry === -1 ? null : BigInt(expiry) * 1_000n,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
