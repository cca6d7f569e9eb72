import { paymentCalls } from '@posthouse/contract/calls/payments'
import type { Order } from '@posthouse/contract/order'
import { notifyFailure } from '../../../api/refusal.ts'
import { write } from '../../../api/use-call.ts'
import { i18n } from '../../../i18n/index.ts'
import { type Act, opens } from '../../../noun/act.ts'
import { notify } from '../../../ui/notify.tsx'
import { OrderActForm, orderReads } from './order-act-form.tsx'

async function checkNow({ id }: Order): Promise<void> {
  const { status } = await write(
    paymentCalls,
    'checkOrder',
    { params: { id } },
    { changes: orderReads, quiet: true },
  )
  notify(status === 'success' ? 'success' : 'info', i18n.t(`payment.order.checked.${status}`))
}

const isUnpaid = ({ status }: Order): boolean => status !== 'success'

/** What an administrator can do with an order. */
export const orderActs: readonly Act<Order, never>[] = [
  {
    id: 'check',
    word: 'payment.order.check',
    allows: isUnpaid,
    one: (row) => void checkNow(row).catch(notifyFailure),
  },
  {
    ...opens('complete', 'payment.order.complete', (row: Order, close) => (
      <OrderActForm kind="complete" order={row} onClose={close} />
    )),
    allows: isUnpaid,
  },
  {
    ...opens('refund', 'payment.order.refund', (row: Order, close) => (
      <OrderActForm kind="refund" order={row} onClose={close} />
    )),
    danger: true,
    allows: ({ status, refund }) => status === 'success' && refund === 'none',
  },
  {
    ...opens('again', 'payment.order.again', (row: Order, close) => (
      <OrderActForm kind="again" order={row} onClose={close} />
    )),
    allows: ({ status, refund }) => status === 'success' && refund === 'asked',
  },
]
