import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
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

export type AlipayOrder = {
  readonly tradeNo: string
  readonly gatewayNo: string
  readonly amount: string
  readonly subject: string
  readonly notifyUrl: string
  readonly returnUrl: string
  readonly expires: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED'
  refundNo: string | null
}

export type AlipayStandIn = GatewayServer & {
  readonly appId: string
  readonly config: Fields
  /** The same app's private key, in the other formats that people paste. */
  readonly privateKeys: readonly string[]
  readonly publicKeys: readonly string[]
  readonly orders: ReadonlyMap<string, AlipayOrder>
  /** The key that signs answers. Tests can choose a wrong key or no signature. */
  answersSignedBy: 'alipay' | 'nobody' | 'somebody'
  pay(tradeNo: string): Promise<NoticeAnswer>
  /** The body of a signed callback, not sent. */
  notice(tradeNo: string, changes?: Fields, signedBy?: 'alipay' | 'somebody'): string
}

type Keys = ReturnType<typeof rsa>
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })

const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'spki'): string =>
  (key.type === 'private'
    ? key.export({ type: type as 'pkcs8', format: 'pem' })
    : key.export({ type: type as 'spki', format: 'pem' })
  ).toString()

const bare = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('-----'))
    .join('')

const signed = (text: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(text), key).toString('base64')

const sorted = (params: Fields): string =>
  Object.entries(params)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')

class Stand {
  readonly appId = '2021000000000001'
  readonly app: Keys = rsa()
  readonly alipay: Keys = rsa()
  readonly somebody: Keys = rsa()
  readonly orders = new Map<string, AlipayOrder>()
  readonly privateKeys = [
    pem(this.app.privateKey, 'pkcs1'),
    bare(pem(this.app.privateKey, 'pkcs1')),
    pem(this.app.privateKey, 'pkcs8'),
    bare(pem(this.app.privateKey, 'pkcs8')),
  ]
  readonly publicKeys = [
    pem(this.alipay.publicKey, 'spki'),
    bare(pem(this.alipay.publicKey, 'spki')),
  ]
  readonly config: Record<string, string> = {
    app_id: this.appId,
    private_key: this.privateKeys[3] ?? '',
    public_key: this.publicKeys[1] ?? '',
    pay_type: 'facepay',
  }
  mode: GatewayServer['mode'] = 'answers'
  answersSignedBy: AlipayStandIn['answersSignedBy'] = 'alipay'
  async answer({ method, url, body }: Asked): Promise<Answer> {
    const page = url.searchParams.get('pay')
    if (page !== null) return this.#page(method, page)
    const params: Fields = { ...Object.fromEntries(url.searchParams), ...formOf(body) }
    const name = params['method'] ?? ''
    if (params['app_id'] !== this.appId || !this.#isSignedByApp(params)) {
      const refused = { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' }
      return { json: { error_response: { ...refused, sub_msg: '验签出错' } } }
    }
    const content = JSON.parse(params['biz_content'] ?? '{}') as Fields
    if (name.endsWith('.pay')) {
      const { tradeNo, subject, amount } = this.#order(content, params)
      return payPage(`?pay=${tradeNo}`, subject, amount)
    }
    return this.#told(name, this.#api(name, content, params))
  }

  #isSignedByApp({ sign: given = '', ...params }: Fields): boolean {
    const text = Buffer.from(sorted(params))
    return verify('sha256', text, this.app.publicKey, Buffer.from(given, 'base64'))
  }

  #api(name: string, content: Fields, params: Fields): Readonly<Record<string, string>> {
    const fine = { code: '10000', msg: 'Success' }
    const tradeNo = content['out_trade_no'] ?? ''
    if (name === 'alipay.trade.precreate') {
      const order = this.#order(content, params)
      const qr = `https://qr.alipay.test/${order.gatewayNo}`
      return { ...fine, out_trade_no: tradeNo, qr_code: qr }
    }
    const order = this.orders.get(tradeNo)
    if (order === undefined) return fault('ACQ.TRADE_NOT_EXIST', '交易不存在')
    if (name === 'alipay.trade.refund') return this.#refund(order, content)
    return {
      ...fine,
      out_trade_no: tradeNo,
      trade_no: order.gatewayNo,
      trade_status: order.status,
      total_amount: order.amount,
      note: 'a "sign" in / between',
    }
  }

  #refund(order: AlipayOrder, content: Fields): Readonly<Record<string, string>> {
    const isRepeat = order.refundNo !== null && order.refundNo === content['out_request_no']
    if (order.status !== 'TRADE_SUCCESS' && !isRepeat) {
      return fault('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
    }
    if (content['refund_amount'] !== order.amount) {
      return fault('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额不正确')
    }
    order.status = 'TRADE_CLOSED'
    order.refundNo = content['out_request_no'] ?? null
    return { code: '10000', msg: 'Success', fund_change: isRepeat ? 'N' : 'Y' }
  }

  #order(content: Fields, params: Fields): AlipayOrder {
    const tradeNo = content['out_trade_no'] ?? ''
    const order = this.orders.get(tradeNo) ?? {
      tradeNo,
      gatewayNo: `2026112622001${String(this.orders.size + 1).padStart(10, '0')}`,
      amount: content['total_amount'] ?? '',
      subject: content['subject'] ?? '',
      notifyUrl: params['notify_url'] ?? '',
      returnUrl: params['return_url'] ?? '',
      expires: content['time_expire'] ?? '',
      status: 'WAIT_BUYER_PAY',
      refundNo: null,
    }
    this.orders.set(tradeNo, order)
    return order
  }

  /** Built by hand, because the signature covers the exact text of the answer. */
  #told(name: string, answer: Readonly<Record<string, string>>): Answer {
    const text = JSON.stringify(answer)
    const key = `${name.replaceAll('.', '_')}_response`
    if (this.answersSignedBy === 'nobody') return { text: `{"${key}":${text}}` }
    const by = this[this.answersSignedBy].privateKey
    return { text: `{"${key}":${text},"sign":"${signed(text, by)}"}` }
  }

  async #page(method: string, tradeNo: string): Promise<Answer> {
    const { subject, amount, returnUrl } = this.#known(tradeNo)
    if (method !== 'POST') return payPage(`?pay=${tradeNo}`, subject, amount)
    await this.pay(tradeNo)
    return { goTo: returnUrl }
  }

  #known(tradeNo: string): AlipayOrder {
    const order = this.orders.get(tradeNo)
    if (order === undefined) throw new Error(`no order ${tradeNo}`)
    return order
  }

  async pay(tradeNo: string): Promise<NoticeAnswer> {
    const order = this.#known(tradeNo)
    order.status = 'TRADE_SUCCESS'
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    return deliver(order.notifyUrl, { method: 'POST', headers, body: this.notice(tradeNo) })
  }

  notice(tradeNo: string, changes: Fields = {}, signedBy: 'alipay' | 'somebody' = 'alipay') {
    const { gatewayNo, amount, subject, status } = this.#known(tradeNo)
    const params: Fields = {
      app_id: this.appId,
      notify_type: 'trade_status_sync',
      out_trade_no: tradeNo,
      trade_no: gatewayNo,
      trade_status: status,
      total_amount: amount,
      subject,
      ...changes,
    }
    const by = this[signedBy].privateKey
    return new URLSearchParams({
      ...params,
      sign_type: 'RSA2',
      sign: signed(sorted(params), by),
    }).toString()
  }
}

const fault = (code: string, message: string): Readonly<Record<string, string>> => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: code,
  sub_msg: message,
})

/** Alipay's gateway and its payment page. */
export async function openAlipay(): Promise<AlipayStandIn> {
  const stand = new Stand()
  const server = await openGatewayServer(
    (asked) => stand.answer(asked),
    () => stand.mode,
  )
  const { address, [Symbol.asyncDispose]: close } = server
  stand.config['address'] = `${address}/gateway.do`
  return Object.assign(stand, { address, [Symbol.asyncDispose]: close })
}
