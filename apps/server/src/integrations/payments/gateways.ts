import type { GatewayType } from '@posthouse/contract/gateway-fields'
import type { PaymentGatewayPort } from '../../domain/payments/gateway-port.ts'
import type { GatewayAdapter } from './adapter.ts'
import type { GatewayParts } from './ask-gateway.ts'
import { alipay } from './alipay.ts'
import { epay } from './epay.ts'
import { stripe } from './stripe.ts'
import { wxpay } from './wxpay.ts'

/** Every gateway that takes payments, behind one port. */
export function paymentGateways(parts: GatewayParts): PaymentGatewayPort {
  const adapters: Readonly<Record<GatewayType, GatewayAdapter>> = {
    epay: epay(parts),
    alipay: alipay(parts),
    wxpay: wxpay(parts),
    stripe: stripe(parts),
  }
  return {
    start: (account, request) => adapters[account.type].start(account, request),
    readNotice: (account, notice) => adapters[account.type].readNotice(account, notice),
    acknowledgement: (type) => adapters[type].acknowledgement,
    ask: (account, order) => adapters[account.type].ask(account, order),
    refund: (account, refund) => adapters[account.type].refund(account, refund),
    test: (account) => adapters[account.type].test(account),
    register: (account, notifyUrl) => adapters[account.type].register(account, notifyUrl),
  }
}
