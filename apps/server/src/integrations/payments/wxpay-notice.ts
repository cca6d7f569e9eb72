import type { KeyObject } from 'node:crypto'
import { Formatter, Rsa } from 'wechatpay-axios-plugin'
import type {
  GatewayAccount,
  ConfirmedPayment,
  RawNotice,
  SignedNotice,
  UnreadablePayment,
} from '../../domain/payments/gateway-port.ts'
import { configOf } from './adapter.ts'
import { currencyOf, minorOfNumber, paidFrom } from './amount.ts'
import { numberText, objectIn, objectOf, textOf } from './ask-gateway.ts'
import { decryptedObject, type WxpayKeys } from './wxpay-certificates.ts'

type Fields = Readonly<Record<string, unknown>>

const toleranceMs = 5 * 60_000

export type WxpaySigned = {
  readonly headers: RawNotice['headers']
  readonly body: Buffer
  /** When it arrived. */
  readonly at: number
}

/** Whether WeChat Pay signed these bytes, not long ago. */
export async function isSignedByWxpay(
  account: GatewayAccount,
  { headers, body, at }: WxpaySigned,
  keys: WxpayKeys,
): Promise<boolean> {
  const header = (name: string): string => textOf(headers[`wechatpay-${name}`])
  const timestamp = header('timestamp')
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(at - Number(timestamp) * 1_000) > toleranceMs) return false
  const [serial, signature] = [header('serial'), header('signature')]
  if (!/^\w{1,64}$/.test(serial) || signature === '') return false
  const key = await keys(account, serial)
  const signed = Formatter.response(timestamp, header('nonce'), body.toString('utf8'))
  return key !== null && isRight(signed, signature, key)
}

function isRight(signed: string, signature: string, key: KeyObject): boolean {
  try {
    return Rsa.verify(signed, signature, key)
  } catch {
    return false
  }
}

export async function readNotice(
  account: GatewayAccount,
  notice: RawNotice,
  keys: WxpayKeys,
): Promise<SignedNotice | null> {
  const { method, headers, body, receivedAt } = notice
  const secret = configOf(account, 'mch_apiv3_key')
  if (method !== 'POST' || secret === '') return null
  if (!(await isSignedByWxpay(account, { headers, body, at: receivedAt }, keys))) return null
  const told = objectIn(body)
  const about = decryptedObject(told?.['resource'], secret)
  if (about === null || !isOwn(account, 'mch_id', about['mchid'])) return null
  const event = textOf(told?.['event_type']).slice(0, 64)
  const tradeNo = numberText(about['out_trade_no'])
  if (event !== 'TRANSACTION.SUCCESS') return { paid: null, tradeNo, event }
  return isOwn(account, 'app_id', about['appid']) ? { paid: paidOf(about), tradeNo, event } : null
}

const isOwn = (account: GatewayAccount, field: string, value: unknown): boolean =>
  configOf(account, field) !== '' && configOf(account, field) === value

/** Null: it is not paid. */
export function paidOf(trade: Fields): ConfirmedPayment | UnreadablePayment | null {
  const { trade_state: state, out_trade_no: tradeNo, transaction_id: gatewayNo } = trade
  if (state !== 'SUCCESS') return null
  const { total: minor, currency } = objectOf(trade['amount']) ?? {}
  return paidFrom(
    {
      tradeNo: numberText(tradeNo),
      gatewayNo: numberText(gatewayNo),
      currency: currencyOf(currency),
      minor: minorOfNumber(minor),
    },
    { tradeNo, gatewayNo, currency, minor },
  )
}
