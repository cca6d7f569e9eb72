import type { PaymentGatewayPort } from './domain/payments/gateway-port.ts'
import { createOrderDesk, type OrderDesk } from './domain/payments/order-desk.ts'
import { paymentGateways } from './integrations/payments/gateways.ts'
import type { Clock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import type { Stores } from './open-stores.ts'
import type { CurrentSnapshot } from './domain/snapshot/current-snapshot.ts'
import type { Transports } from './upstream/transport/transports.ts'

type PaymentsContext = Stores & {
  readonly snapshot: CurrentSnapshot
  readonly clock: Clock
  readonly transports: Transports
  readonly log: Log
}

export function openPayments(context: PaymentsContext): {
  readonly payments: PaymentGatewayPort
  readonly orderDesk: OrderDesk
} {
  const { ledger, snapshot, log, clock, transports } = context
  const payments = paymentGateways({ transport: transports.http, log, clock })
  const settings = () => snapshot.get().settings
  const orderDesk = createOrderDesk({ ...context, payments, within: ledger.within, settings })
  return { payments, orderDesk }
}
