import { createHash } from 'node:crypto'
import {
  type Answer,
  type Asked,
  deliver,
  formOf,
  type GatewayServer,
  type NoticeAnswer,
  openGatewayServer,
  payPage,
} from './gateway-server.ts'

type Fields = Readonly<Record<string, string>>

export type EpayOrder = {
  readonly tradeNo: string
  readonly gatewayNo: string
  readonly money: string
  readonly name: string
  readonly type: string
  readonly notifyUrl: string
  readonly returnUrl: string
  /** Not paid (0), paid (1) or refunded (2). */
  status: 0 | 1 | 2
}

export type EpayStandIn = GatewayServer & {
  readonly pid: string
  readonly key: string
  readonly config: Fields
  readonly orders: ReadonlyMap<string, EpayOrder>
  /**
   * How refund requests are handled. `waits`: done and answered when `finishRefunds` is called; another request
   * meanwhile is refused. `silent`: done, but never answered.
   */
  refunds: 'answers' | 'waits' | 'silent' | 'refused'
  refundsAsked: number
  finishRefunds(): void
  /** Accepts the form that a browser posts, and stores its order. */
  submit(fields: Fields): EpayOrder
  /** Marks an order as paid and notifies the shop. */
  pay(tradeNo: string): Promise<NoticeAnswer>
  /** A signed callback, not sent. The signature covers `changes` and uses `key`. */
  notice(tradeNo: string, changes?: Fields, key?: string): Record<string, string>
}

type Books = {
  readonly orders: ReadonlyMap<string, EpayOrder>
  /** Refunds in progress, by trade number. */
  readonly waiting: Map<string, () => void>
}

/** A local payment site with epay's protocol. */
export async function openEpay(): Promise<EpayStandIn> {
  const merchant = { pid: '1001', key: 'epay-key-canary' }
  const orders = new Map<string, EpayOrder>()
  const waiting = new Map<string, () => void>()
  const server = await openGatewayServer((asked) => answer(asked, standIn, { orders, waiting }))
  const standIn: EpayStandIn = Object.assign(server, {
    ...merchant,
    config: { pay_domain: server.address, partner_id: merchant.pid, key: merchant.key },
    orders,
    refunds: 'answers' as EpayStandIn['refunds'],
    refundsAsked: 0,
    finishRefunds(): void {
      for (const finish of waiting.values()) finish()
      waiting.clear()
    },
    submit: (fields: Fields) => submit(fields, merchant, orders),
    async pay(tradeNo: string): Promise<NoticeAnswer> {
      const order = orderOf(orders, tradeNo)
      order.status = 1
      return deliver(withQuery(order.notifyUrl, standIn.notice(tradeNo)))
    },
    notice(tradeNo: string, changes: Fields = {}, key = merchant.key) {
      const { gatewayNo, type, name, money } = orderOf(orders, tradeNo)
      const params = {
        pid: merchant.pid,
        trade_no: gatewayNo,
        out_trade_no: tradeNo,
        type,
        name,
        money,
        trade_status: 'TRADE_SUCCESS',
        ...changes,
      }
      return { ...params, sign: signOf(params, key), sign_type: 'MD5' }
    },
  })
  return standIn
}

function submit(
  fields: Fields,
  { pid, key }: { readonly pid: string; readonly key: string },
  orders: Map<string, EpayOrder>,
): EpayOrder {
  if (fields['pid'] !== pid || fields['sign'] !== signOf(fields, key)) throw new Error('bad sign')
  const tradeNo = fields['out_trade_no'] ?? ''
  const known = orders.get(tradeNo)
  if (known !== undefined) return known
  const order: EpayOrder = {
    tradeNo,
    gatewayNo: `20261126${String(orders.size + 1).padStart(8, '0')}`,
    money: fields['money'] ?? '',
    name: fields['name'] ?? '',
    type: fields['type'] ?? 'alipay',
    notifyUrl: fields['notify_url'] ?? '',
    returnUrl: fields['return_url'] ?? '',
    status: 0,
  }
  orders.set(tradeNo, order)
  return order
}

async function answer(
  { method, url, body }: Asked,
  standIn: EpayStandIn,
  { orders, waiting }: Books,
): Promise<Answer> {
  if (url.pathname === '/submit.php') {
    const fields = method === 'POST' ? formOf(body) : Object.fromEntries(url.searchParams)
    const { tradeNo, name, money } = standIn.submit(fields)
    return payPage(`/pay?no=${encodeURIComponent(tradeNo)}`, name, money)
  }
  if (url.pathname === '/pay') {
    const tradeNo = url.searchParams.get('no') ?? ''
    await standIn.pay(tradeNo)
    return { goTo: withQuery(orderOf(orders, tradeNo).returnUrl, standIn.notice(tradeNo)) }
  }
  const asked = { ...Object.fromEntries(url.searchParams), ...formOf(body) } as Fields
  return { json: await api(asked, standIn, { orders, waiting }) }
}

async function api(
  asked: Fields,
  standIn: EpayStandIn,
  { orders, waiting }: Books,
): Promise<unknown> {
  const { pid, key } = standIn
  if (asked['pid'] !== pid || asked['key'] !== key) {
    return { code: -3, msg: `商户密钥错误 ${asked['key']}` }
  }
  if (asked['act'] === 'query') return { code: 1, pid, active: 1, money: '0.00' }
  const order = orders.get(asked['out_trade_no'] ?? '')
  if (order === undefined) return { code: -1, msg: '订单号不存在' }
  if (asked['act'] === 'refund') {
    standIn.refundsAsked += 1
    if (standIn.refunds === 'refused') return { code: -1, msg: '商户余额不足' }
    if (waiting.has(order.tradeNo)) return { code: -1, msg: '退款处理中' }
    if (standIn.refunds === 'waits') {
      await new Promise<void>((resolve) => waiting.set(order.tradeNo, resolve))
    }
    const told = refund(order, asked['money'])
    return standIn.refunds === 'silent' ? new Promise(() => undefined) : told
  }
  return {
    code: 1,
    msg: 'succ',
    trade_no: order.gatewayNo,
    out_trade_no: order.tradeNo,
    type: order.type,
    pid,
    name: order.name,
    money: order.money,
    status: String(order.status),
  }
}

function refund(order: EpayOrder, money: string | undefined): unknown {
  if (order.status !== 1) return { code: -1, msg: '订单状态不支持退款' }
  if (money !== order.money) return { code: -1, msg: '退款金额错误' }
  order.status = 2
  return { code: 1, msg: '退款成功' }
}

function orderOf(orders: ReadonlyMap<string, EpayOrder>, tradeNo: string): EpayOrder {
  const order = orders.get(tradeNo)
  if (order === undefined) throw new Error(`no order ${tradeNo}`)
  return order
}

function signOf(fields: Fields, key: string): string {
  const names = Object.keys(fields).filter((name) => !['sign', 'sign_type'].includes(name))
  const pieces: string[] = []
  for (const name of names.toSorted()) {
    const value = fields[name] ?? ''
    if (value !== '') pieces.push(`${name}=${value}`)
  }
  return createHash('md5').update(pieces.join('&')).update(key).digest('hex')
}

const withQuery = (address: string, params: Fields): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}
