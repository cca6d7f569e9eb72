import type { Api } from '@posthouse/contract/api'
import type { CheckedInputOf } from '@posthouse/contract/endpoint'
import { redemptionStatus } from '@posthouse/contract/redemption'
import { Refusal } from '@posthouse/contract/refusal'
import { type Redemption, redemptionStatusOf } from '../../domain/redemptions/redemption.ts'
import { isRoot } from '../../domain/accounts/account.ts'
import { redemptions } from '../../domain/redemptions/redemption-noun.ts'
import type { Handler } from '../call.ts'
import { askingOf } from '../noun/asking.ts'
import { secondsOut } from '../present.ts'
import { requireFuture } from '../require-future.ts'
import { requireTokenRight } from './require-token-right.ts'
import { redemptionOut } from './redemption-out.ts'

type Change = CheckedInputOf<Api['updateRedemption']>['body']

export const updateRedemption: Handler<'updateRedemption'> = async ({ query, body }, call) => {
  const { parts } = call
  const change: Change = query.status_only ? { id: body.id, status: body.status } : body
  const code = await redemptions.find(parts.db, askingOf(call), change.id)
  const expiry = change.expired_time
  const isNew = expiry !== undefined && expiry !== secondsOut(code.expiresAt, -1)
  if (isNew) requireFuture(expiry, call)
  requireEnableable(code, change, parts.clock.now())
  // Redeemed meanwhile: what was credited must stay what the row says.
  await parts.db.transaction().execute(async (transaction) => {
    if (change.quota !== undefined) {
      await requireTokenRight(transaction, BigInt(change.quota) - code.quota, call)
    }
    const { numUpdatedRows } = await transaction
      .updateTable('redemptions')
      .set((set) => ({
        ...columnsOf(change),
        ...(!isRoot(call.caller) && { administrator_id: call.caller.id }),
        version: set('version', '+', 1n),
      }))
      .where('id', '=', code.id)
      .where('deleted_at', 'is', null)
      .where('redeemed_at', 'is', null)
      // The difference was taken from the token's sum: the code must still be worth what was read.
      .$if(call.accessTokenId !== null, (update) => update.where('quota', '=', code.quota))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Refusal('redemption.used', {})
  })
  return redemptionOut(
    await redemptions.find(parts.db, askingOf(call), change.id),
    parts.clock.now(),
  )
}

function requireEnableable(code: Redemption, change: Change, now: number): void {
  if (change.status !== redemptionStatus.unredeemed) return
  const expiry = change.expired_time
  const after = {
    ...code,
    enabled: true,
    expiresAt: expiry === undefined ? code.expiresAt : expiry === -1 ? null : expiry * 1_000,
  }
  if (redemptionStatusOf(after, now) === redemptionStatus.expired) {
    throw new Refusal('redemption.cannot-enable-expired', {})
  }
}

function columnsOf({ name, quota, status, expired_time: expiry }: Change) {
  return {
    ...(name !== undefined && { name }),
    ...(quota !== undefined && { quota: BigInt(quota) }),
    ...(status !== undefined && { status: BigInt(status) }),
    ...(expiry !== undefined && {
      expires_at: expiry === -1 ? null : BigInt(expiry) * 1_000n,
    }),
  }
}
