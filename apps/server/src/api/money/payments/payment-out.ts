import type {
  Order as OrderOut,
  OwnOrder,
  OwnOrderDetail,
  PaymentStart as PaymentStartOut,
} from '@posthouse/contract/order'
import type { PaymentGateway } from '@posthouse/contract/payment-gateway'
import { notifyUrlOf } from '../../../domain/payments/create-order.ts'
import { fieldsOf, type Gateway, isReady, secretsOf } from '../../../domain/payments/gateway.ts'
import type { PaymentStart } from '../../../domain/payments/gateway-port.ts'
import type { NamedOrder } from '../../../domain/payments/order.ts'
import { coinText, feeText } from '../../../domain/payments/quote.ts'
import type { Call } from '../../call.ts'
import type { NounCall } from '../../noun/noun-call.ts'
import { idOut, quotaOut, secondsOut } from '../../present.ts'

export const ownOrderOut = (order: NamedOrder): OwnOrder => ({
  id: idOut(order.id),
  trade_no: order.tradeNo,
  gateway_no: order.gatewayNo,
  gateway_name: order.gatewayName,
  gateway_type: order.gatewayType,
  gateway_icon: order.gatewayIcon,
  status: order.status,
  refund: order.refund,
  amount: Number(order.amount),
  fee: feeText(order.fee),
  discount: coinText(order.discount),
  order_amount: coinText(order.money.minor),
  order_currency: order.money.currency,
  quota: quotaOut(order.quota),
  created_time: secondsOut(order.createdAt, 0),
  closes_time: secondsOut(order.closesAt, 0),
  ended_time: secondsOut(order.endedAt, 0),
})

export const ownDetailOut = (order: NamedOrder): OwnOrderDetail => ({
  ...ownOrderOut(order),
  start: order.status === 'pending' && order.start !== null ? startOut(order.start) : null,
})

export const orderOut = (order: NamedOrder): OrderOut => ({
  ...ownOrderOut(order),
  gateway_id: idOut(order.gatewayId),
  user_id: idOut(order.userId),
  username: order.username,
})

export function startOut(start: PaymentStart): PaymentStartOut {
  switch (start.kind) {
    case 'qr':
      return { type: 2, data: { url: start.text, method: 'GET', params: {} } }
    case 'form':
      return { type: 1, data: { url: start.url, method: 'POST', params: { ...start.fields } } }
    case 'redirect':
      return { type: 1, data: { url: start.url, method: 'GET', params: {} } }
  }
}

const tenThousandths = (value: bigint): number => Number(value) / 10_000

/** Lists the names of stored secrets, never their values. */
export function gatewayOut(
  gateway: Gateway,
  { parts, origin }: Pick<Call, 'parts' | 'origin'>,
): PaymentGateway {
  const secrets = secretsOf(gateway, parts.seal)
  const address = parts.snapshot.get().settings.ServerAddress || origin
  return {
    id: idOut(gateway.id),
    uuid: gateway.uuid,
    name: gateway.name,
    type: gateway.type,
    icon: gateway.icon,
    currency: gateway.currency,
    fixed_fee: tenThousandths(gateway.fixedFee),
    percent_fee: tenThousandths(gateway.percentFee),
    sort: Number(gateway.sort),
    enable: gateway.enabled,
    notify_domain: gateway.notifyDomain,
    notify_url: notifyUrlOf(gateway, address),
    config: { ...gateway.config },
    secrets: fieldsOf(gateway.type)
      .filter(({ name, secret }) => secret && (secrets[name] ?? '') !== '')
      .map(({ name }) => name),
    ready: isReady(gateway.type, { ...gateway.config, ...secrets }),
    created_time: secondsOut(gateway.createdAt, 0),
    last_notice_time: secondsOut(gateway.lastNoticeAt, 0),
  }
}

export const gatewaysOut = (
  gateways: readonly Gateway[],
  call: Pick<Call, 'parts' | 'origin'> & Pick<NounCall, 'caller'>,
) => gateways.map((gateway) => gatewayOut(gateway, call))
