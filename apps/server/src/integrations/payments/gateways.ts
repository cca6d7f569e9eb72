import type { GatewayType } from '@posthouse/contract/gateway-fields'
import type { PaymentGatewayPort } from '../../domain/payments/gateway-port.ts'
import type { GatewayAdapter } from './adapter.ts'
import type { GatewayParts } from './ask-gateway.ts'
import { epay } from './epay.ts'
import { stripe } from './stripe.ts'

/** Every gateway that takes payments, behind one port. */
export function paymentGateways(parts: GatewayParts): PaymentGatewayPort {
  const adapters: Readonly<Partial<Record<GatewayType, GatewayAdapter>>> = {
    epay: epay(parts),
    stripe: stripe(parts),
  }
  const adapter = (type: GatewayType): GatewayAdapter => {
    const found = adapters[type]
    if (found === undefined) throw new Error(`no adapter for ${type}`)
    return found
  }
  return {
    start: (account, request) => adapter(account.type).start(account, request),
    readNotice: (account, notice) => adapter(account.type).readNotice(account, notice),
    acknowledgement: (type) => adapter(type).acknowledgement,
    ask: (account, order) => adapter(account.type).ask(account, order),
    refund: (account, refund) => adapter(account.type).refund(account, refund),
    test: (account) => adapter(account.type).test(account),
    register: (account, notifyUrl) => adapter(account.type).register(account, notifyUrl),
  }
}
