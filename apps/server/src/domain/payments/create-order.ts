import { randomInt } from 'node:crypto'
import { Refusal } from '@posthouse/contract/refusal'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { mayBeCredited } from '../accounts/own-money.ts'
import { gatewayFrom, type Gateway, isReady, openGateway } from './gateway.ts'
import { openForMs, type Order, orderFrom } from './order.ts'
import { type OrderParts, record } from './order-parts.ts'
import { requireUnchanged } from './pending-orders.ts'
import { quoteOf, type Quote } from './quote.ts'

type QuoteRequest = {
  readonly uuid: string
  /** Whole dollars. */
  readonly amount: number
}

export type OrderRequest = QuoteRequest & {
  readonly userId: bigint
  readonly role: number
  /** Origin of the browser, used if the site's address is not set. */
  readonly origin: string
}

/** Pending orders of one user, because each costs a call to a gateway. */
const pendingMost = 20

/** The cost of a payment. Refuses a disabled gateway. */
export async function quoteOrder(
  { uuid, amount }: QuoteRequest,
  parts: Pick<OrderParts, 'db' | 'settings' | 'seal'>,
): Promise<{ gateway: Gateway; quote: Quote }> {
  const settings = parts.settings()
  const row = await parts.db
    .selectFrom('payment_gateways')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', 1n)
    .executeTakeFirst()
  const gateway = row === undefined ? null : gatewayFrom(row)
  if (gateway === null || !canPay(gateway, parts)) {
    throw new Refusal('payment.gateway-closed', {}, { field: 'uuid' })
  }
  if (amount < settings.PaymentMinAmount) {
    const minimum = `$${settings.PaymentMinAmount}`
    throw new Refusal('payment.below-minimum', { minimum }, { field: 'amount' })
  }
  return { gateway, quote: quoteOf(amount, gateway, settings) }
}

export const canPay = (gateway: Gateway, { seal }: Pick<OrderParts, 'seal'>): boolean =>
  isReady(gateway.type, openGateway(gateway, { seal, privateAllowed: false }).config)

/** Administrators may not pay through a gateway whose key they may know. */
export const mayPay = (
  { byAdministrator }: Gateway,
  account: Parameters<typeof mayBeCredited>[0],
  settings: Parameters<typeof mayBeCredited>[1],
): boolean => !byAdministrator || mayBeCredited(account, settings)

/** Creates a top-up order. The pending order is stored before the gateway is called. */
export async function createOrder(wish: OrderRequest, parts: OrderParts): Promise<Order> {
  const { gateway, quote } = await quoteOrder(wish, parts)
  if (!mayPay(gateway, wish, parts.settings())) {
    throw new Refusal('payment.own-gateway', {}, { field: 'uuid' })
  }
  const order = await insertOrder(wish, { gateway, quote }, parts)
  try {
    const start = await parts.payments.start(
      openGateway(gateway, {
        seal: parts.seal,
        privateAllowed: parts.settings().PrivateBaseUrlsAllowed,
      }),
      {
        tradeNo: order.tradeNo,
        money: order.money,
        subject: `${parts.settings().SystemName} $${order.amount}`,
        notifyUrl: notifyUrlOf(gateway, originOf(wish, parts)),
        returnUrl: `${originOf(wish, parts)}/panel/topup?order=${order.tradeNo}`,
        closesAt: order.closesAt,
        userId: wish.userId,
      },
    )
    const gatewayNo = start.gatewayNo ?? ''
    await parts.db
      .updateTable('orders')
      .set({ start: JSON.stringify(start) })
      .where('id', '=', order.id)
      .execute()
    // A notice that arrived first has already set the number.
    await parts.db
      .updateTable('orders')
      .set({ gateway_no: gatewayNo })
      .where('id', '=', order.id)
      .where('gateway_no', '=', '')
      .execute()
    await record(parts.db, { order: order.id, at: parts.clock.now(), kind: 'asked' })
    return { ...order, gatewayNo, start }
  } catch (error) {
    await failOrder(order, error, parts)
    throw error
  }
}

/** Callback URL of a gateway. */
export const notifyUrlOf = (
  { notifyDomain, uuid }: Pick<Gateway, 'notifyDomain' | 'uuid'>,
  origin: string,
): string => `${(notifyDomain === '' ? origin : notifyDomain).replace(/\/+$/, '')}${hookPath(uuid)}`

const hookPath = (uuid: string): string => `/api/payment/notify/${uuid}`

const originOf = ({ origin }: OrderRequest, { settings }: OrderParts): string =>
  (settings().ServerAddress || origin).replace(/\/+$/, '')

/** Serializes concurrent orders of a user. */
async function requireFewPending(
  transaction: Transaction<Tables>,
  userId: bigint,
  now: number,
): Promise<void> {
  await lockAccount(transaction, userId)
  const { count } = await transaction
    .selectFrom('orders')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('closes_at', '>', BigInt(now))
    .executeTakeFirstOrThrow()
  if (Number(count) >= pendingMost) throw new Refusal('payment.too-many-pending', {})
}

async function insertOrder(
  { userId }: OrderRequest,
  { gateway, quote }: { readonly gateway: Gateway; readonly quote: Quote },
  { db, clock }: OrderParts,
): Promise<Order> {
  const at = clock.now()
  return db.transaction().execute(async (transaction) => {
    await requireUnchanged(transaction, gateway)
    await requireFewPending(transaction, userId, at)
    const row = await transaction
      .insertInto('orders')
      .values({
        trade_no: newTradeNo(at),
        user_id: userId,
        gateway_id: gateway.id,
        gateway_no: '',
        status: 'pending',
        refund: 'none',
        amount: quote.amount,
        fee: quote.fee,
        currency: quote.currency,
        discount: quote.saved,
        order_amount: quote.toPay,
        quota: quote.quota,
        start: '',
        created_at: BigInt(at),
        closes_at: BigInt(at + openForMs),
        ended_at: null,
        asked_at: BigInt(at),
        asks: 0n,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(transaction, { order: row.id, at, kind: 'created' })
    return orderFrom(row)
  })
}

/** The second and ten random digits, because some gateways accept only letters and digits. */
function newTradeNo(at: number): string {
  const second = new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return `${second}${String(randomInt(10 ** 10)).padStart(10, '0')}`
}

async function failOrder(order: Order, error: unknown, { db, clock }: OrderParts): Promise<void> {
  const at = clock.now()
  const said = error instanceof Refusal ? String(error.params['said'] ?? error.code) : 'failed'
  await db
    .updateTable('orders')
    .set({ status: 'failed', ended_at: BigInt(at) })
    .where('id', '=', order.id)
    .where('status', '=', 'pending')
    .execute()
  await record(db, { order: order.id, at, kind: 'start-failed', said })
}
