import { Refusal } from '@posthouse/contract/refusal'
import { type Gateway, gatewayFrom, openGateway } from './domain/payments/gateway.ts'
import type { PaymentGatewayPort, SignedNotice } from './domain/payments/gateway-port.ts'
import { createOrderDesk, type OrderDesk } from './domain/payments/order-desk.ts'
import type { Notice, Tenant } from './hooks/hook.ts'
import type { Log } from './lib/log.ts'
import { paymentGateways } from './integrations/payments/gateways.ts'
import type { Clock } from './lib/clock.ts'
import type { Stores } from './open-stores.ts'
import type { CurrentSnapshot } from './domain/snapshot/current-snapshot.ts'
import type { Transports } from './upstream/transport/transports.ts'

type PaymentsContext = Stores & {
  readonly snapshot: CurrentSnapshot
  readonly clock: Clock
  readonly transports: Transports
  readonly log: Log
}

/** The desk that orders are made and paid at, and who lives behind the address that gateways bring their notices to. */
export function openPayments(context: PaymentsContext): {
  readonly payments: PaymentGatewayPort
  readonly orderDesk: OrderDesk
  readonly notices: Tenant
} {
  const { db, ledger, snapshot, seal, log, clock, transports } = context
  const payments = paymentGateways({ transport: transports.http, log, clock })
  const settings = () => snapshot.get().settings
  const desk = createOrderDesk({ ...context, payments, within: ledger.within, settings })
  const proven = new WeakMap<Notice, { gateway: Gateway; signed: SignedNotice }>()
  return {
    payments,
    orderDesk: desk,
    notices: {
      refusalText: null,
      async verify(notice) {
        const row = await db
          .selectFrom('payment_gateways')
          .selectAll()
          .where('uuid', '=', notice.params['uuid'] ?? '')
          // One that is disabled still has old orders.
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (row === undefined) throw new Refusal('hook.not-found', {})
        const gateway = gatewayFrom(row)
        const privateAllowed = settings().PrivateBaseUrlsAllowed
        const account = openGateway(gateway, { seal, privateAllowed })
        const signed = await payments.readNotice(account, notice)
        if (signed === null) return null
        proven.set(notice, { gateway, signed })
        return { id: `gateway:${gateway.id}` }
      },
      async handle(notice) {
        const known = proven.get(notice)
        if (known === undefined) throw new Error('a notice was handled before it was verified')
        await desk.takeNotice(known.gateway, known.signed)
        return payments.acknowledgement(known.gateway.type)
      },
    },
  }
}
