import type { OrderDesk } from '../domain/payments/order-desk.ts'
import type { PaymentGatewayPort } from '../domain/payments/gateway-port.ts'
import type { CallbackHandler, Hook } from './hook.ts'

type HookTableParts = {
  readonly orderDesk: Pick<OrderDesk, 'verifyNotice' | 'takeNotice'>
  readonly payments: Pick<PaymentGatewayPort, 'acknowledgement'>
  readonly telegramUpdate: CallbackHandler
}

/** The addresses are those that products of this family use. */
export const hookTable = (parts: HookTableParts): readonly Hook[] => [
  {
    name: 'payment-notice',
    path: '/api/payment/notify/:uuid',
    methods: ['GET', 'POST'],
    bodyBytesMax: 64 * 1024,
    handler: paymentNotice(parts),
  },
  {
    name: 'telegram-update',
    path: '/api/telegram/:token',
    methods: ['POST'],
    bodyBytesMax: 256 * 1024,
    handler: parts.telegramUpdate,
  },
]

const paymentNotice =
  ({ orderDesk, payments }: Omit<HookTableParts, 'telegramUpdate'>): CallbackHandler =>
  async (notice) => {
    const verified = await orderDesk.verifyNotice(notice.params['uuid'] ?? '', notice)
    if (verified === null) return null
    const { id, type } = verified.gateway
    return {
      signer: `gateway:${id}`,
      handle: async () => {
        await orderDesk.takeNotice(verified)
        return payments.acknowledgement(type)
      },
    }
  }
