import { logType } from '@posthouse/contract/log'
import { Refusal } from '@posthouse/contract/refusal'
import { walletOf } from '@posthouse/ledger/account'
import { type Quota, quota } from '@posthouse/ledger/quota'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { countableMost } from '../accounts/adjust-quota.ts'
import { mayBeCredited } from '../accounts/own-money.ts'
import { topUpMail } from '../mail/mail-texts.ts'
import { notify } from '../notifications/notify.ts'
import { amountText } from '../settings/amount-text.ts'
import { remark } from '../usage-log/remarks.ts'
import { remarkRow } from '../usage-log/remark-row.ts'
import type { ConfirmedPayment } from './gateway-port.ts'
import { type Order, orderFrom } from './order.ts'
import { type OrderParts, record, recordOnce } from './order-parts.ts'

/** How a reported payment differs from the order; null if it matches exactly. */
export function mismatchOf(
  order: Pick<Order, 'gatewayId' | 'money'>,
  gatewayId: bigint,
  { money }: Pick<ConfirmedPayment, 'money'>,
): 'amount' | 'currency' | 'gateway' | null {
  if (order.gatewayId !== gatewayId) return 'gateway'
  if (order.money.currency !== money.currency) return 'currency'
  return order.money.minor === money.minor ? null : 'amount'
}

type Credit = {
  readonly order: Order
  /** The gateway's number, or empty. */
  readonly gatewayNo: string
  /** Who reports the payment, for the ledger. */
  readonly actor: string
  /** Entry of the order's history. */
  readonly kind: 'notice' | 'checked' | 'completed'
  readonly said: string
  /** The acting administrator, if any. */
  readonly by: bigint | null
}

/**
 * Credits an order once. State, credit, log row, history and the message to the user are one transaction. Closed and failed orders are
 * credited too if their money arrives. Returns whether this call credited it. `administrator` means that a gateway changed by an
 * administrator reports a payment by an administrator; a super administrator must complete such orders or allow them in general.
 */
export const creditOrder = (
  credit: Credit,
  parts: OrderParts,
): Promise<'credited' | 'already' | 'administrator'> =>
  parts.db.transaction().execute(async (transaction) => {
    const { order, gatewayNo, kind, said, by } = credit
    const at = parts.clock.now()
    if (kind !== 'completed' && (await isOwnMoney(order, { transaction, parts }))) {
      const event = { order: order.id, at, kind, verdict: 'administrator', said, actor: by }
      await recordOnce(transaction, event)
      return 'administrator'
    }
    // Only the caller whose update succeeds credits the order.
    const row = await transaction
      .updateTable('orders')
      .set((set) => ({
        status: 'success',
        unread_at: 0n,
        ended_at: BigInt(at),
        version: set('version', '+', 1n),
        ...(gatewayNo === '' ? {} : { gateway_no: gatewayNo }),
      }))
      .where('id', '=', order.id)
      .where('status', '<>', 'success')
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) {
      await record(transaction, { order: order.id, at, kind, verdict: 'already', said, actor: by })
      return 'already'
    }
    const balance = await move(orderFrom(row), { actor: credit.actor, at }, { transaction, parts })
    await record(transaction, { order: order.id, at, kind, verdict: 'credited', said, actor: by })
    if (kind !== 'completed') await record(transaction, { order: order.id, at, kind: 'paid' })
    await tell(orderFrom(row), balance, { transaction, parts })
    return 'credited'
  })

async function isOwnMoney(order: Order, { transaction, parts }: CreditContext): Promise<boolean> {
  const row = await transaction
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('payment_gateways as gateway', 'gateway.id', 'orders.gateway_id')
    .select(['users.role', 'gateway.administrator_id', 'orders.status'])
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (row.administrator_id === 0n || row.status === 'success') return false
  return !mayBeCredited({ role: Number(row.role) }, parts.settings())
}

type CreditContext = { readonly transaction: Transaction<Tables>; readonly parts: OrderParts }

async function move(
  order: Order,
  { actor, at }: { readonly actor: string; readonly at: number },
  { transaction, parts }: CreditContext,
): Promise<Quota> {
  const account = await payerOf(order, transaction)
  const cause = `order:${order.id}`
  const result = await parts.within(transaction).submit({
    kind: 'credit',
    cause,
    account: walletOf(order.userId),
    counterpart: `paid:${order.money.currency}`,
    amount: quota(order.quota),
    balanceMost: countableMost,
    actor,
    remark: order.tradeNo,
    usage: remarkRow({
      account,
      requestId: cause,
      logType: logType.topUp,
      content: remark('paid'),
      at,
    }),
    at,
  })
  if (result.ok) return result.balance
  if (result.reason === 'too-much') throw new Refusal('quota.too-large', {})
  throw new Error(`${cause} could not be credited: ${result.reason}`)
}

/** The payer, even if deleted, because the money is theirs. */
export const payerOf = ({ userId }: Pick<Order, 'userId'>, transaction: Transaction<Tables>) =>
  transaction
    .selectFrom('users')
    .select(['id', 'username', 'group'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

async function tell(
  order: Order,
  balance: Quota,
  { transaction, parts }: CreditContext,
): Promise<void> {
  const settings = parts.settings()
  const text = topUpMail(
    { amount: amountText(quota(order.quota), settings), balance: amountText(balance, settings) },
    { name: settings.SystemName, address: settings.ServerAddress },
  )
  const key = `top-up:order:${order.id}`
  const told = { event: 'top_up', key, at: parts.clock.now(), ...text } as const
  await notify(transaction, order.userId, told, parts)
}
