import { randomBytes } from 'node:crypto'
import { Formatter, Rsa } from 'wechatpay-axios-plugin'
import type {
  GatewayAccount,
  PaymentState,
  RefundAnswer,
  RefundRequest,
} from '../../domain/payments/gateway-port.ts'
import type { Clock } from '../../lib/clock.ts'
import { cut } from '../../lib/cut.ts'
import { configOf, type GatewayAdapter } from './adapter.ts'
import { paidState } from './amount.ts'
import {
  anotherOrder,
  askGateway,
  type GatewayAnswer,
  gatewayFailed,
  type GatewayParts,
  gatewayUrl,
  invalidKeys,
  textOf,
  triedGateway,
  withoutSecrets,
  wrongSignature,
} from './ask-gateway.ts'
import { beijingStamp } from './beijing-time.ts'
import { privateKeyOf } from './keys.ts'
import { wxpayKeys, type WxpayKeys } from './wxpay-certificates.ts'
import { isSignedByWxpay, paidOf, readNotice } from './wxpay-notice.ts'

type WxpayCall = { readonly method: 'GET' | 'POST'; readonly path: string; readonly json?: unknown }
type WxpayTransport = (account: GatewayAccount, call: WxpayCall) => Promise<GatewayAnswer>
/** `isSigned` is always true for a success; an error may come without a signature. */
type WxpayClient = (
  account: GatewayAccount,
  call: WxpayCall,
) => Promise<GatewayAnswer & { isSigned: boolean }>

/** WeChat Pay, API v3. A library signs, verifies and decrypts; requests go through our own transport. */
export const wxpay = (parts: GatewayParts): GatewayAdapter => {
  const send = sendTo(parts)
  const keys = wxpayKeys(parts.clock, async (account) => {
    const answer = await send(account, { method: 'GET', path: '/v3/certificates' })
    if (!isFine(answer)) throw gatewayFailed(account, saidBy(answer))
    return answer.json
  })
  const ask = verified(send, keys, parts.clock)
  return {
    acknowledgement: {
      status: 200,
      contentType: 'application/json',
      body: '{"code":"SUCCESS"}',
    },
    readNotice: (account, notice) => readNotice(account, notice, keys),
    start: start(ask),
    ask: askState(ask),
    refund: refund(ask),
    test: trial(ask),
    register: () => Promise.resolve({}),
  }
}

const sendTo =
  (parts: GatewayParts): WxpayTransport =>
  async (account, { method, path, json }) => {
    const privateKey = privateKeyOf(configOf(account, 'mch_private_key'))
    if (privateKey === null) throw gatewayFailed(account, invalidKeys)
    const url = gatewayUrl(account, 'address', path)
    const body = json === undefined ? '' : JSON.stringify(json)
    const timestamp = Math.floor(parts.clock.now() / 1_000)
    const nonce = randomBytes(16).toString('hex')
    const signed = Formatter.request(method, `${url.pathname}${url.search}`, timestamp, nonce, body)
    const authorization = Formatter.authorization(
      configOf(account, 'mch_id'),
      nonce,
      Rsa.sign(signed, privateKey),
      timestamp,
      configOf(account, 'mch_certificate_serial_number'),
    )
    // It would stop being one header.
    if (/[^\x20-\x7e]/.test(authorization))
      throw gatewayFailed(account, 'its numbers are not valid')
    const serial = configOf(account, 'public_key_id')
    const headers = {
      authorization,
      ...(/^\w+$/.test(serial) ? { 'wechatpay-serial': serial } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    }
    return askGateway(account, { url, method, headers, body: body === '' ? null : body }, parts)
  }

const verified =
  (send: WxpayTransport, keys: WxpayKeys, clock: Clock): WxpayClient =>
  async (account, call) => {
    const answer = await send(account, call)
    const { headers, bytes: body } = answer
    const isSigned = await isSignedByWxpay(account, { headers, body, at: clock.now() }, keys)
    if (isFine(answer) && !isSigned) {
      throw gatewayFailed(account, wrongSignature)
    }
    return { ...answer, isSigned }
  }

const start =
  (ask: WxpayClient): GatewayAdapter['start'] =>
  async (account, request) => {
    if (request.money.currency !== 'CNY') throw gatewayFailed(account, 'WeChat Pay takes CNY only')
    const answer = await ask(account, {
      method: 'POST',
      path: '/v3/pay/transactions/native',
      json: {
        appid: configOf(account, 'app_id'),
        mchid: configOf(account, 'mch_id'),
        description: cut(request.subject, 40),
        out_trade_no: request.tradeNo,
        time_expire: beijingStamp(request.closesAt),
        notify_url: request.notifyUrl,
        amount: { total: Number(request.money.minor), currency: 'CNY' },
      },
    })
    const text = textOf(answer.json['code_url'])
    if (!isFine(answer) || text === '') throw gatewayFailed(account, saidBy(answer))
    return { kind: 'qr', text }
  }

const orderPath = (account: GatewayAccount, tradeNo: string): string =>
  `/v3/pay/transactions/out-trade-no/${encodeURIComponent(tradeNo)}?mchid=${encodeURIComponent(configOf(account, 'mch_id'))}`

const askState =
  (ask: WxpayClient): GatewayAdapter['ask'] =>
  async (account, { tradeNo }): Promise<PaymentState> => {
    const answer = await ask(account, { method: 'GET', path: orderPath(account, tradeNo) })
    if (isUnknown(answer)) return { state: 'pending' }
    const { json } = answer
    if (!isFine(answer)) throw gatewayFailed(account, saidBy(answer))
    const isOurs = json['out_trade_no'] === tradeNo && json['mchid'] === configOf(account, 'mch_id')
    if (!isOurs) throw gatewayFailed(account, anotherOrder)
    const paid = paidOf(json)
    if (paid !== null) return paidState(paid)
    const isOver = ['CLOSED', 'REVOKED', 'REFUND'].includes(textOf(json['trade_state']))
    return { state: isOver ? 'closed' : 'pending' }
  }

const refund =
  (ask: WxpayClient): GatewayAdapter['refund'] =>
  async (account, wanted: RefundRequest): Promise<RefundAnswer> => {
    const total = Number(wanted.money.minor)
    const answer = await ask(account, {
      method: 'POST',
      path: '/v3/refund/domestic/refunds',
      json: {
        transaction_id: wanted.gatewayNo,
        out_refund_no: wanted.refundNo,
        ...(wanted.reason === '' ? {} : { reason: cut(wanted.reason, 26) }),
        amount: { refund: total, total, currency: wanted.money.currency },
      },
    })
    if (!isFine(answer)) {
      const reason = withoutSecrets(saidBy(answer), account)
      const isOpen = answer.status === 429 || !answer.isSigned
      return { state: isOpen ? 'unknown' : 'refused', reason }
    }
    const status = textOf(answer.json['status'])
    if (status === 'SUCCESS') return { state: 'refunded' }
    // A repeat with the same number is answered with how far it has come.
    const reason = status.slice(0, 64)
    return status === 'CLOSED'
      ? { state: 'refused', reason, isOfNumber: true }
      : { state: 'unknown', reason }
  }

const trial =
  (ask: WxpayClient): GatewayAdapter['test'] =>
  (account) =>
    triedGateway(async () => {
      const path = orderPath(account, 'posthousetest')
      const answer = await ask(account, { method: 'GET', path })
      if (isUnknown(answer) || isFine(answer)) {
        if (answer.isSigned) return { verdict: 'works', said: '' }
        return { verdict: 'credentials', said: wrongSignature }
      }
      const said = withoutSecrets(saidBy(answer), account)
      const isWrong = answer.status === 401 || answer.status === 403
      return { verdict: isWrong ? 'credentials' : 'unknown', said }
    })

const isFine = ({ status }: GatewayAnswer): boolean => status >= 200 && status < 300

/** An order whose code nobody has scanned may be unknown there. */
const isUnknown = ({ status, json }: GatewayAnswer): boolean =>
  status === 404 && /^ORDER_?NOT_?EXIST$/.test(textOf(json['code']))

const saidBy = ({ status, json }: GatewayAnswer): string =>
  textOf(json['message']) || textOf(json['code']) || `HTTP ${status}`
