import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin'
import {
  type Answer,
  type Asked,
  deliver,
  type GatewayServer,
  type NoticeAnswer,
  openGatewayServer,
} from './gateway-server.ts'

type Fields = Readonly<Record<string, unknown>>

export type WxpayOrder = {
  readonly tradeNo: string
  readonly gatewayNo: string
  readonly total: number
  readonly description: string
  readonly notifyUrl: string
  readonly expires: string
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED'
}

type SignedNotice = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

type NoticeChanges = {
  readonly event?: string
  /** Changes to the encrypted resource. */
  readonly about?: Fields
  readonly secret?: string
  readonly signedBy?: 'wxpay' | 'somebody'
  readonly serial?: string
  /** Epoch seconds. */
  readonly timestamp?: number
  /** Replaces the whole body. */
  readonly body?: string
}

export type WxpayStandIn = GatewayServer & {
  readonly mchId: string
  readonly appId: string
  /** Includes the public key of WeChat Pay. */
  readonly config: Readonly<Record<string, string>>
  readonly orders: ReadonlyMap<string, WxpayOrder>
  readonly serial: string
  readonly certificateSerial: string
  certificatesAsked: number
  answersSignedBy: 'wxpay' | 'nobody' | 'somebody'
  refundState: string
  pay(tradeNo: string): Promise<NoticeAnswer>
  /** A signed callback, not sent. */
  notice(tradeNo: string, changes?: NoticeChanges): SignedNotice
}

const rsa = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

class Stand {
  readonly mchId = '1900000001'
  readonly appId = 'wx0000000000000001'
  readonly serial = 'PUB_KEY_ID_0119000000012026'
  readonly certificateSerial = '7132D72A03E93CDDF8C03BBD1F37EEDF5F9BA0C3'
  readonly secret = 'wxpay-apiv3-secret-canary-012345'
  readonly merchant = rsa()
  readonly wxpay = rsa()
  readonly somebody = rsa()
  readonly orders = new Map<string, WxpayOrder>()
  readonly refunds = new Map<string, string>()
  readonly config: Record<string, string> = {
    app_id: this.appId,
    mch_id: this.mchId,
    mch_certificate_serial_number: '3775B6A45ACD588826D15E583A95F5DD0000CAFE',
    mch_apiv3_key: this.secret,
    mch_private_key: this.merchant.privateKey,
    public_key_id: this.serial,
    public_key: this.wxpay.publicKey,
    pay_type: 'Native',
  }
  mode: GatewayServer['mode'] = 'answers'
  answersSignedBy: WxpayStandIn['answersSignedBy'] = 'wxpay'
  refundState = 'SUCCESS'
  certificatesAsked = 0

  answer(asked: Asked): Answer {
    if (!this.#isMerchant(asked)) {
      return { status: 401, json: { code: 'SIGN_ERROR', message: '签名错误' } }
    }
    const { status = 200, json } = this.#api(asked)
    const text = JSON.stringify(json)
    const by =
      asked.headers['wechatpay-serial'] === this.serial ? this.serial : this.certificateSerial
    if (this.answersSignedBy === 'nobody') return { status, text }
    return {
      status,
      text,
      headers: this.#signature(text, { serial: by, by: this.answersSignedBy }),
    }
  }

  #isMerchant({ method, url, headers, body }: Asked): boolean {
    const given = new Map(
      [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value ?? '',
      ]),
    )
    const [timestamp = '', nonce = '', sign = ''] = ['timestamp', 'nonce_str', 'signature'].map(
      (name) => given.get(name),
    )
    const path = `${url.pathname}${url.search}`
    const signed = Formatter.request(method, path, timestamp, nonce, body.toString())
    return (
      given.get('mchid') === this.mchId &&
      given.get('serial_no') === this.config['mch_certificate_serial_number'] &&
      Rsa.verify(signed, sign, this.merchant.publicKey)
    )
  }

  #api({ method, url, body }: Asked): { status?: number; json: unknown } {
    const asked = (body.length === 0 ? {} : JSON.parse(body.toString())) as Fields
    if (url.pathname === '/v3/certificates') return this.#certificates()
    if (url.pathname === '/v3/refund/domestic/refunds') return this.#refund(asked)
    if (method === 'POST') return this.#create(asked)
    const order = this.orders.get(url.pathname.split('/').at(-1) ?? '')
    return order === undefined
      ? { status: 404, json: { code: 'ORDER_NOT_EXIST', message: '订单不存在' } }
      : { json: this.#about(order) }
  }

  #certificates() {
    this.certificatesAsked += 1
    const encrypted = this.#encrypted(this.wxpay.publicKey, this.secret, 'certificate')
    const data = [{ serial_no: this.certificateSerial, encrypt_certificate: encrypted }]
    return { json: { data } }
  }

  #create(asked: Fields) {
    const { total, currency } = asked['amount'] as { total: number; currency: string }
    const isOurs = asked['appid'] === this.appId && asked['mchid'] === this.mchId
    if (!isOurs || currency !== 'CNY' || !(total > 0)) {
      return { status: 400, json: { code: 'PARAM_ERROR', message: '参数错误' } }
    }
    const tradeNo = String(asked['out_trade_no'])
    const order: WxpayOrder = this.orders.get(tradeNo) ?? {
      tradeNo,
      gatewayNo: `42000000${String(this.orders.size + 1).padStart(20, '0')}`,
      total,
      description: String(asked['description']),
      notifyUrl: String(asked['notify_url']),
      expires: String(asked['time_expire']),
      state: 'NOTPAY',
    }
    this.orders.set(tradeNo, order)
    return { json: { code_url: `weixin://wxpay/bizpayurl?pr=${order.gatewayNo.slice(-7)}` } }
  }

  #refund(asked: Fields) {
    const { refund, total } = asked['amount'] as { refund: number; total: number }
    const refundNo = String(asked['out_refund_no'])
    const order = [...this.orders.values()].find((one) => one.gatewayNo === asked['transaction_id'])
    if (order === undefined) {
      return { status: 404, json: { code: 'RESOURCE_NOT_EXISTS', message: '订单不存在' } }
    }
    if (!this.refunds.has(refundNo)) {
      if (order.state !== 'SUCCESS' || refund !== order.total || total !== order.total) {
        return { status: 400, json: { code: 'INVALID_REQUEST', message: '订单不可退款' } }
      }
      order.state = 'REFUND'
    }
    this.refunds.set(refundNo, this.refundState)
    return { json: { out_refund_no: refundNo, status: this.refundState } }
  }

  #about({ tradeNo, gatewayNo, total, state }: WxpayOrder): Fields {
    return {
      appid: this.appId,
      mchid: this.mchId,
      out_trade_no: tradeNo,
      ...(state === 'NOTPAY' ? {} : { transaction_id: gatewayNo }),
      trade_state: state,
      amount: { total, payer_total: total, currency: 'CNY', payer_currency: 'CNY' },
    }
  }

  #encrypted(text: string, secret: string, about: string): Fields {
    const nonce = randomBytes(6).toString('hex')
    return {
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: Aes.AesGcm.encrypt(text, secret, nonce, about),
      associated_data: about,
      nonce,
    }
  }

  #signature(
    text: string,
    {
      serial,
      by,
      timestamp = Math.floor(Date.now() / 1_000),
    }: {
      serial: string
      by: 'wxpay' | 'somebody'
      timestamp?: number
    },
  ): Record<string, string> {
    const nonce = randomBytes(16).toString('hex')
    const signed = Formatter.response(String(timestamp), nonce, text)
    return {
      'wechatpay-timestamp': String(timestamp),
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': Rsa.sign(signed, this[by].privateKey),
    }
  }

  #known(tradeNo: string): WxpayOrder {
    const order = this.orders.get(tradeNo)
    if (order === undefined) throw new Error(`no order ${tradeNo}`)
    return order
  }

  async pay(tradeNo: string): Promise<NoticeAnswer> {
    const order = this.#known(tradeNo)
    order.state = 'SUCCESS'
    const { body, headers } = this.notice(tradeNo)
    return deliver(order.notifyUrl, { method: 'POST', headers, body })
  }

  notice(tradeNo: string, changes: NoticeChanges = {}): SignedNotice {
    const { event = 'TRANSACTION.SUCCESS', about = {}, signedBy: by = 'wxpay' } = changes
    const { secret = this.secret, serial = this.serial, timestamp } = changes
    const text = JSON.stringify({ ...this.#about(this.#known(tradeNo)), ...about })
    const body =
      changes.body ??
      JSON.stringify({
        id: `EV-${tradeNo}`,
        event_type: event,
        resource_type: 'encrypt-resource',
        resource: this.#encrypted(text, secret, 'transaction'),
      })
    const signature = this.#signature(body, {
      serial,
      by,
      ...(timestamp === undefined ? {} : { timestamp }),
    })
    return { body, headers: { 'content-type': 'application/json', ...signature } }
  }
}

/** WeChat Pay's API v3. */
export async function openWxpay(): Promise<WxpayStandIn> {
  const stand = new Stand()
  const server = await openGatewayServer(
    (asked) => stand.answer(asked),
    () => stand.mode,
  )
  const { address, [Symbol.asyncDispose]: close } = server
  stand.config['address'] = address
  return Object.assign(stand, { address, [Symbol.asyncDispose]: close })
}
