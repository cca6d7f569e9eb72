import { logType } from '@posthouse/contract/log'
import { redemptionStatus } from '@posthouse/contract/redemption'
import { Refusal } from '@posthouse/contract/refusal'
import { walletOf } from '@posthouse/ledger/account'
import { type Quota, quota } from '@posthouse/ledger/quota'
import type { Submitter } from '@posthouse/ledger/writer'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Account } from '../accounts/account.ts'
import { mayBeCredited } from '../accounts/own-money.ts'
import { countableMost } from '../accounts/adjust-quota.ts'
import type { Settings } from '../settings/setting-table.ts'
import { remark } from '../usage-log/remarks.ts'
import { remarkRow } from '../usage-log/remark-row.ts'
import { hashOfCode } from './code.ts'
import { redemptionStatusOf } from './redemption.ts'

export type RedeemRequest = {
  /** As somebody typed it. */
  readonly code: string
  readonly account: Account
  readonly settings: Pick<Settings, 'AdministratorsMayTopUp'>
  readonly at: number
}

export type RedeemParts = {
  readonly db: Kysely<Tables>
  readonly within: (transaction: Transaction<Tables>) => Submitter<'credit'>
}

/** Redeems a code, once: the code's row, the credit and the row of the log are one transaction. Answers the credit. */
export const redeemCode = (
  { code, account, settings, at }: RedeemRequest,
  { db, within }: RedeemParts,
): Promise<Quota> =>
  db.transaction().execute(async (transaction) => {
    const hash = hashOfCode(code)
    const claimed = await claim(hash, { account, at }, transaction)
    if (claimed === undefined) throw await reasonOf(hash, at, transaction)
    if (claimed.administrator_id !== 0n && !mayBeCredited(account, settings)) {
      throw new Refusal('redemption.own-code', {}, { field: 'key' })
    }
    const amount = quota(claimed.quota)
    // The ledger moves no nothing.
    if (amount > 0n) await credit({ id: claimed.id, amount, account, at }, within(transaction))
    return amount
  })

/** This update alone decides who redeems a code. */
const claim = (
  hash: string,
  { account, at }: Pick<RedeemRequest, 'account' | 'at'>,
  transaction: Transaction<Tables>,
) =>
  transaction
    .updateTable('redemptions')
    .set((set) => ({
      redeemed_at: BigInt(at),
      redeemed_by: account.id,
      version: set('version', '+', 1n),
    }))
    .where('key_hash', '=', hash)
    .where('deleted_at', 'is', null)
    .where('redeemed_at', 'is', null)
    .where('status', '=', 1n)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', BigInt(at))]))
    .returning(['id', 'quota', 'administrator_id'])
    .executeTakeFirst()

async function reasonOf(
  hash: string,
  at: number,
  transaction: Transaction<Tables>,
): Promise<Refusal> {
  const row = await transaction
    .selectFrom('redemptions')
    .select(['status', 'expires_at', 'redeemed_at'])
    .where('key_hash', '=', hash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return new Refusal('redemption.unknown', {}, { field: 'key' })
  const status = redemptionStatusOf(
    {
      enabled: row.status === 1n,
      expiresAt: row.expires_at === null ? null : Number(row.expires_at),
      redeemedAt: row.redeemed_at === null ? null : Number(row.redeemed_at),
    },
    at,
  )
  if (status === redemptionStatus.disabled) {
    return new Refusal('redemption.disabled', {}, { field: 'key' })
  }
  const ended = status === redemptionStatus.expired ? 'redemption.expired' : 'redemption.used'
  return new Refusal(ended, {}, { field: 'key' })
}

async function credit(
  { id, amount, account, at }: { id: bigint; amount: Quota; account: Account; at: number },
  ledger: Submitter<'credit'>,
): Promise<void> {
  const cause = `code:${id}`
  const result = await ledger.submit({
    kind: 'credit',
    cause,
    account: walletOf(account.id),
    counterpart: 'redeemed',
    amount,
    balanceMost: countableMost,
    actor: `user:${account.id}`,
    remark: remark('redeemed'),
    usage: remarkRow({
      account,
      requestId: cause,
      logType: logType.topUp,
      content: remark('redeemed'),
      at,
    }),
    at,
  })
  if (result.ok) return
  if (result.reason === 'too-much') throw new Refusal('quota.too-large', {})
  throw new Error(`${cause} could not be credited: ${result.reason}`)
}
