import type {
  GatewayAccount,
  ConfirmedPayment,
  PaymentRequest,
  PaymentStart,
  RawNotice,
  RefundAnswer,
  SignedNotice,
  UnreadablePayment,
} from '../../domain/payments/gateway-port.ts'
import { cut } from '../../lib/cut.ts'
import { isSignedNotice, signedParams, signedText } from './alipay-sign.ts'
import { configOf, type GatewayAdapter, plainSuccess } from './adapter.ts'
import { decimalOf, minorOf, paidFrom, paidState } from './amount.ts'
import {
  anotherOrder,
  askGateway,
  formHeaders,
  gatewayFailed,
  type GatewayParts,
  gatewayUrl,
  numberText,
  invalidKeys,
  objectIn,
  objectOf,
  textOf,
  triedGateway,
  withoutSecrets,
  wrongSignature,
} from './ask-gateway.ts'
import { beijingTime } from './beijing-time.ts'
import { noticeParams } from './form-params.ts'
import { privateKeyOf, publicKeyOf } from './keys.ts'

type Fields = Readonly<Record<string, unknown>>
type AlipayClient = (account: GatewayAccount, method: string, content: Fields) => Promise<Fields>

const paidStates: readonly string[] = ['TRADE_SUCCESS', 'TRADE_FINISHED']

/** Alipay's open platform. */
export const alipay = (parts: GatewayParts): GatewayAdapter => {
  const ask = askAlipay(parts)
  return {
    acknowledgement: plainSuccess,
    readNotice: (account, notice) => Promise.resolve(readNotice(account, notice)),
    start: start(ask, parts),
    ask: async (account, { tradeNo }) => {
      const answer = await ask(account, 'alipay.trade.query', { out_trade_no: tradeNo })
      // Unknown there until the payer opens the page or scans the code.
      if (answer['sub_code'] === 'ACQ.TRADE_NOT_EXIST') return { state: 'pending' }
      if (!isFine(answer)) throw gatewayFailed(account, saidBy(answer))
      if (answer['out_trade_no'] !== tradeNo) throw gatewayFailed(account, anotherOrder)
      const status = textOf(answer['trade_status'])
      if (status === 'TRADE_CLOSED') return { state: 'closed' }
      if (!paidStates.includes(status)) return { state: 'pending' }
      return paidState(paidOf(answer))
    },
    refund: async (account, refund) => {
      const answer = await ask(account, 'alipay.trade.refund', {
        out_trade_no: refund.tradeNo,
        trade_no: refund.gatewayNo,
        refund_amount: decimalOf(refund.money.minor),
        out_request_no: refund.refundNo,
        refund_reason: cut(refund.reason, 80),
      })
      return refundOf(account, answer)
    },
    test: (account) =>
      triedGateway(async () => {
        const answer = await ask(account, 'alipay.trade.query', { out_trade_no: 'posthousetest' })
        const works = isFine(answer) || answer['sub_code'] === 'ACQ.TRADE_NOT_EXIST'
        if (works) return { verdict: 'works', said: '' }
        const said = withoutSecrets(saidBy(answer), account)
        const isWrong = ['40001', '40002', '40006'].includes(textOf(answer['code']))
        return { verdict: isWrong ? 'credentials' : 'unknown', said }
      }),
    register: () => Promise.resolve({}),
  }
}

const start =
  (ask: AlipayClient, { clock }: GatewayParts) =>
  async (account: GatewayAccount, request: PaymentRequest): Promise<PaymentStart> => {
    if (request.money.currency !== 'CNY') throw gatewayFailed(account, 'Alipay takes CNY only')
    const way = configOf(account, 'pay_type')
    const content = {
      out_trade_no: request.tradeNo,
      total_amount: decimalOf(request.money.minor),
      subject: cut(request.subject, 120),
      time_expire: beijingTime(request.closesAt),
    }
    const { notifyUrl, returnUrl } = request
    if (way === 'pagepay' || way === 'wappay') {
      const page = way === 'pagepay' ? 'page' : 'wap'
      const product = way === 'pagepay' ? 'FAST_INSTANT_TRADE_PAY' : 'QUICK_WAP_WAY'
      const url = signedUrl(account, clock.now(), {
        method: `alipay.trade.${page}.pay`,
        params: { notify_url: notifyUrl, return_url: returnUrl },
        content: { ...content, product_code: product },
      })
      return { kind: 'redirect', url: url.href }
    }
    const answer = await ask(account, 'alipay.trade.precreate', {
      ...content,
      notify_url: notifyUrl,
    })
    const text = textOf(answer['qr_code'])
    const isRight = isFine(answer) && answer['out_trade_no'] === request.tradeNo && text !== ''
    if (!isRight) throw gatewayFailed(account, saidBy(answer))
    return { kind: 'qr', text }
  }

const askAlipay =
  (parts: GatewayParts): AlipayClient =>
  async (account, method, { notify_url: notifyUrl, ...content }) => {
    const params = notifyUrl === undefined ? {} : { notify_url: textOf(notifyUrl) }
    const url = signedUrl(account, parts.clock.now(), { method, params, content })
    const body = new URLSearchParams({ biz_content: url.searchParams.get('biz_content') ?? '' })
    url.searchParams.delete('biz_content')
    const request = { url, method: 'POST', headers: formHeaders, body: body.toString() } as const
    const { json, bytes } = await askGateway(account, request, parts)
    return answerIn(account, method, { json, raw: bytes.toString() })
  }

/** The answer, signed; or an error that Alipay does not sign, as when it could not tell whose request it was. */
function answerIn(
  account: GatewayAccount,
  method: string,
  { json, raw }: { readonly json: Fields; readonly raw: string },
): Fields {
  const own = `${method.replaceAll('.', '_')}_response`
  const name = own in json ? own : 'error_response'
  const unsigned = objectOf(json[name])
  if (unsigned === null) throw gatewayFailed(account, 'its answer has another shape')
  const sign = textOf(json['sign'])
  const text = signedText(raw, { name, sign }, keysOf(account).theirs)
  const signed = text === null ? null : objectIn(Buffer.from(text))
  if (signed !== null) return signed
  if (isFine(unsigned) || sign !== '') throw gatewayFailed(account, wrongSignature)
  return { code: textOf(unsigned['code']), msg: saidBy(unsigned), isUnsigned: true }
}

function signedUrl(
  account: GatewayAccount,
  at: number,
  call: {
    readonly method: string
    readonly params: Readonly<Record<string, string>>
    readonly content: Fields
  },
): URL {
  const url = gatewayUrl(account, 'address', '')
  const params = {
    app_id: configOf(account, 'app_id'),
    method: call.method,
    format: 'JSON',
    charset: 'utf-8',
    timestamp: beijingTime(at),
    version: '1.0',
    ...call.params,
    biz_content: JSON.stringify(call.content),
  }
  const signed = signedParams(params, keysOf(account).own)
  for (const [name, value] of Object.entries(signed)) url.searchParams.set(name, value)
  return url
}

function keysOf(account: GatewayAccount) {
  const own = privateKeyOf(configOf(account, 'private_key'))
  const theirs = publicKeyOf(configOf(account, 'public_key'))
  if (own === null || theirs === null || configOf(account, 'app_id') === '') {
    throw gatewayFailed(account, invalidKeys)
  }
  return { own, theirs }
}

function readNotice(account: GatewayAccount, notice: RawNotice): SignedNotice | null {
  if (notice.method !== 'POST') return null
  const params = noticeParams(notice)
  const appId = configOf(account, 'app_id')
  const key = publicKeyOf(configOf(account, 'public_key'))
  if (params === null || key === null || !isSignedNotice(params, key)) return null
  if (appId === '' || params['app_id'] !== appId) return null
  const event = (params['trade_status'] ?? '').slice(0, 64)
  // A refund is told with the state of its trade, which stays a success.
  const isRefund = 'gmt_refund' in params || 'refund_fee' in params
  const paid = paidStates.includes(event) && !isRefund ? paidOf(params) : null
  return { paid, tradeNo: numberText(params['out_trade_no']), event }
}

function paidOf(fields: Fields): ConfirmedPayment | UnreadablePayment {
  const { out_trade_no: tradeNo, trade_no: gatewayNo, total_amount: minor } = fields
  const currency = 'CNY'
  return paidFrom(
    {
      tradeNo: numberText(tradeNo),
      gatewayNo: numberText(gatewayNo),
      currency,
      minor: minorOf(textOf(minor)),
    },
    { tradeNo, gatewayNo, currency, minor },
  )
}

function refundOf(account: GatewayAccount, answer: Fields): RefundAnswer {
  // With the same number a repeat is a success that moves nothing.
  if (isFine(answer)) return { state: 'refunded' }
  const reason = withoutSecrets(saidBy(answer), account)
  const code = textOf(answer['code'])
  const isOpen =
    code === '20000' || answer['sub_code'] === 'ACQ.SYSTEM_ERROR' || answer['isUnsigned'] === true
  return { state: isOpen ? 'unknown' : 'refused', reason }
}

const isFine = (answer: Fields): boolean => answer['code'] === '10000'

const saidBy = (answer: Fields): string =>
  textOf(answer['sub_msg']) || textOf(answer['msg']) || `code ${textOf(answer['code'])}`
