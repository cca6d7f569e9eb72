import type { Api } from '@posthouse/contract/api'
import type { CheckedInputOf } from '@posthouse/contract/endpoint'
import {
  type Redemption as RedemptionOut,
  redemptionsMost,
  redemptionStatus,
} from '@posthouse/contract/redemption'
import { Refusal } from '@posthouse/contract/refusal'
import { walletOf } from '@posthouse/ledger/account'
import { quota } from '@posthouse/ledger/quota'
import { isRoot } from '../../domain/accounts/account.ts'
import { codePlace } from '../../domain/redemptions/code.ts'
import { createRedemptions as insertRedemptions } from '../../domain/redemptions/create-redemptions.ts'
import { redemptions } from '../../domain/redemptions/redemption-noun.ts'
import { type Redemption, redemptionStatusOf } from '../../domain/redemptions/redemption.ts'
import { openOrNull } from '../../lib/seal.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { dollars, namesOf, time } from '../csv/cells.ts'
import { changeManyOf, deleteManyOf, deleteOf, getOf, listOf } from '../noun/calls-of.ts'
import { type Columns, exportOf } from '../noun/export-of.ts'
import { askingOf, type NounCall } from '../noun/noun-call.ts'
import { idOut, quotaOut, secondsOut } from '../present.ts'
import { requireFuture } from '../refused-fields.ts'
import { tellTopUp } from '../user/notification-calls.ts'
import { requireTokenRight } from './may-move-money.ts'

const statusName = namesOf(redemptionStatus)

const columns: Columns<Redemption> = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['status', (code, { now }) => statusName(redemptionStatusOf(code, now))],
  ['quota', ({ quota }) => quota],
  ['usd', ({ quota }, { perUnit }) => dollars(quota, perUnit)],
  ['batch', ({ batch }) => batch],
  ['created_by', ({ creator }) => creator],
  ['created', ({ createdAt }, { timeZone }) => time(createdAt, timeZone)],
  ['expires', ({ expiresAt }, { timeZone }) => time(expiresAt, timeZone)],
  ['redeemed_by', ({ redeemer }) => redeemer],
  ['redeemed', ({ redeemedAt }, { timeZone }) => time(redeemedAt, timeZone)],
]

const listRedemptions: Handler<'listRedemptions'> = listOf(redemptions, redemptionsOut)

const getRedemption: Handler<'getRedemption'> = getOf(redemptions, redemptionsOut)

const exportRedemptions: Handler<'exportRedemptions'> = exportOf(redemptions, columns)

const changeRedemptions: Handler<'changeRedemptions'> = changeManyOf(
  redemptions,
  ({ status }: { status: number }) => ({ status: BigInt(status) }),
)

const deleteRedemption: Handler<'deleteRedemption'> = deleteOf(redemptions)

const deleteRedemptions: Handler<'deleteRedemptions'> = deleteManyOf(redemptions)

const createRedemptions: Handler<'createRedemptions'> = async ({ body }, call) => {
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

type Change = CheckedInputOf<Api['updateRedemption']>['body']

const updateRedemption: Handler<'updateRedemption'> = async ({ query, body }, call) => {
  const { parts } = call
  const change: Change = query.status_only ? { id: body.id, status: body.status } : body
  const code = await redemptions.find(parts.db, askingOf(call), change.id)
  const expiry = change.expired_time
  const isNew = expiry !== undefined && expiry !== secondsOut(code.expiresAt, -1)
  if (isNew) requireFuture(expiry, call)
  requireEnableable(code, change, parts.clock.now())
  // A code that was redeemed in the meantime must keep the quota that was credited.
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
      // The token was charged for the difference, so the quota must still be the one that was read.
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

const revealRedemption: Handler<'revealRedemption'> = async ({ params }, call) => {
  const code = await redemptions.find(call.parts.db, askingOf(call), params.id)
  const [key = ''] = await revealCodes([code], call)
  return { key }
}

const revealRedemptionBatch: Handler<'revealRedemptionBatch'> = async ({ params }, call) => {
  const { db } = call.parts
  const { name, batch } = await redemptions.find(db, askingOf(call), params.id)
  const codes = await redemptions.below(db, askingOf(call), {
    filter: { keyword: '', status: 0, batch },
    before: null,
    size: redemptionsMost,
  })
  const readable = codes.filter(
    ({ keySealed, keyHash }) => openOrNull(call.parts.seal, keySealed, codePlace(keyHash)) !== null,
  )
  return { name, keys: await revealCodes(readable.toReversed(), call) }
}

/** Codes are money: lists leave them out, and every look is logged and recorded on the row. */
async function revealCodes(codes: readonly Redemption[], { caller, parts, requestId }: SignedCall) {
  const ids = codes.map(({ id }) => id)
  if (!isRoot(caller) && ids.length > 0) {
    await parts.db
      .updateTable('redemptions')
      .set({ administrator_id: caller.id })
      .where('id', 'in', ids)
      .execute()
  }
  parts.log.info(
    { user: String(caller.id), codes: ids.map(String), request: requestId },
    'redemption codes revealed',
  )
  return codes.map(({ keySealed, keyHash }) => parts.seal.open(keySealed, codePlace(keyHash)))
}

/** Counts guesses by account and address. Right ones are forgotten, so a batch can be redeemed in one go. */
const redeemCode: Handler<'redeemCode'> = async ({ body }, call) => {
  const { address, caller, parts } = call
  const guess = { whose: `code:${caller.id}`, by: { address } }
  await parts.attempts.count(guess)
  const credited = await parts.money.redeemCode({
    code: body.key,
    account: caller,
    settings: parts.snapshot.get().settings,
    at: parts.clock.now(),
  })
  await parts.attempts.forget(guess)
  if (credited > 0n) {
    const wallet = walletOf(caller.id)
    const balance = (await parts.ledger.reader.balances([wallet])).get(wallet)?.balance
    await tellTopUp(caller.id, { amount: credited, balance: quota(balance ?? 0n) }, call)
  }
  return quotaOut(credited)
}

const redemptionOut = (code: Redemption, now: number): RedemptionOut => ({
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

function redemptionsOut(codes: readonly Redemption[], { parts }: NounCall): RedemptionOut[] {
  const now = parts.clock.now()
  return codes.map((code) => redemptionOut(code, now))
}

export const redemptionHandlers = {
  listRedemptions,
  getRedemption,
  exportRedemptions,
  changeRedemptions,
  deleteRedemption,
  deleteRedemptions,
  createRedemptions,
  updateRedemption,
  revealRedemption,
  revealRedemptionBatch,
  redeemCode,
} satisfies Partial<Handlers>
