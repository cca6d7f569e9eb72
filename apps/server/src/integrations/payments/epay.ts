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
  textOf,
  triedGateway,
  withoutSecrets,
} from './ask-gateway.ts'
import { epaySign, isSignedByEpay } from './epay-sign.ts'
import { noticeParams } from './form-params.ts'

type Fields = Readonly<Record<string, unknown>>

/** The sites that speak epay's protocol, each at an address of its own. */
export const epay = (parts: GatewayParts): GatewayAdapter => {
  const inquire = async (account: GatewayAccount, act: string, query: Fields): Promise<Fields> => {
    const url = gatewayUrl(account, 'pay_domain', '/api.php')
    const all = { act, ...merchantOf(account), ...query }
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, textOf(value))
    return (await askGateway(account, { url, method: 'GET' }, parts)).json
  }
  const orderOf = (account: GatewayAccount, tradeNo: string): Promise<Fields> =>
    inquire(account, 'order', { out_trade_no: tradeNo })

  return {
    acknowledgement: plainSuccess,
    start,
    readNotice: (account, notice) => Promise.resolve(readNotice(account, notice)),
    ask: async (account, order) => {
      const answer = await orderOf(account, order.tradeNo)
      const said = textOf(answer['msg'])
      if (!isCode(answer, 1)) {
        // Unknown there until the payer opens the payment page.
        if (/不存在|not (?:found|exist)/i.test(said)) return { state: 'pending' }
        throw gatewayFailed(account, said)
      }
      if (textOf(answer['out_trade_no']) !== order.tradeNo) {
        throw gatewayFailed(account, anotherOrder)
      }
      if (hasStatus(answer, 1)) return paidState(paidOf(account, answer))
      return hasStatus(answer, 2) ? { state: 'closed' } : { state: 'pending' }
    },
    refund: async (account, refund) => {
      const url = gatewayUrl(account, 'pay_domain', '/api.php')
      url.searchParams.set('act', 'refund')
      const body = new URLSearchParams({
        ...merchantOf(account),
        trade_no: refund.gatewayNo,
        out_trade_no: refund.tradeNo,
        money: decimalOf(refund.money.minor),
      }).toString()
      const request = { url, method: 'POST', headers: formHeaders, body } as const
      const { json } = await askGateway(account, request, parts)
      if (isCode(json, 1)) return { state: 'refunded' }
      const reason = withoutSecrets(textOf(json['msg']), account)
      // It knows no number of a refund: one that went through before is refused the second time.
      return afterRefusal(await orderOf(account, refund.tradeNo), reason)
    },
    test: (account) =>
      triedGateway(async () => {
        const answer = await inquire(account, 'query', {})
        if (isCode(answer, 1)) return { verdict: 'works', said: '' }
        const said = withoutSecrets(textOf(answer['msg']), account)
        return { verdict: 'code' in answer ? 'credentials' : 'unknown', said }
      }),
    register: () => Promise.resolve({}),
  }
}

const merchantOf = (account: GatewayAccount) => ({
  pid: configOf(account, 'partner_id'),
  key: configOf(account, 'key'),
})

const start = async (account: GatewayAccount, request: PaymentRequest): Promise<PaymentStart> => {
  const key = configOf(account, 'key')
  if (key === '') throw gatewayFailed(account, 'its key is not set')
  if (request.money.currency !== account.currency) throw gatewayFailed(account, 'another currency')
  const type = configOf(account, 'pay_type')
  const params = {
    pid: configOf(account, 'partner_id'),
    ...(type === '' ? {} : { type }),
    out_trade_no: request.tradeNo,
    notify_url: request.notifyUrl,
    return_url: request.returnUrl,
    name: request.subject,
    money: decimalOf(request.money.minor),
  }
  return {
    kind: 'form',
    url: gatewayUrl(account, 'pay_domain', '/submit.php').href,
    fields: { ...params, sign: epaySign(params, key), sign_type: 'MD5' },
  }
}

const readNotice = (account: GatewayAccount, notice: RawNotice): SignedNotice | null => {
  const params = noticeParams(notice)
  const { pid, key } = merchantOf(account)
  if (params === null || !isSignedByEpay(params, key)) return null
  if (pid === '' || params['pid'] !== pid) return null
  const event = (params['trade_status'] ?? '').slice(0, 64)
  const paid = event === 'TRADE_SUCCESS' ? paidOf(account, params) : null
  return { paid, tradeNo: numberText(params['out_trade_no']), event }
}

function paidOf(
  { currency }: GatewayAccount,
  fields: Fields,
): ConfirmedPayment | UnreadablePayment {
  const { out_trade_no: tradeNo, trade_no: gatewayNo, money: minor } = fields
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

function afterRefusal(order: Fields, reason: string): RefundAnswer {
  if (!isCode(order, 1)) return { state: 'unknown', reason }
  return hasStatus(order, 2) ? { state: 'refunded' } : { state: 'refused', reason }
}

const isCode = (answer: Fields, code: number): boolean => textOf(answer['code']) === String(code)
const hasStatus = (answer: Fields, status: number): boolean =>
  textOf(answer['status']) === String(status)
