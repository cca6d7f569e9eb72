import { paymentCalls } from '@posthouse/contract/calls/payments'
import { formatQuota } from '@posthouse/contract/format-amount'
import { type Order, OrderQuery, orderSorts, orderStatuses } from '@posthouse/contract/order'
import Box from '@mui/material/Box'
import { download } from '../../../api/download.ts'
import { type Input, useRead } from '../../../api/use-call.ts'
import * as cell from '../../../noun/cells.tsx'
import { declareNoun, type Look } from '../../../noun/noun.ts'
import { paths } from '../../../paths.ts'
import { NameCell } from '../../../table/cells/name-cell.tsx'
import { Horse } from '../../../ui/art/horse.tsx'
import { GatewayIcon } from '../../../ui/gateway-icon.tsx'
import { orderStatusName, statuses } from '../../../ui/status.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { moneyText } from '../pay/money.ts'
import { orderActs } from './order-acts.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderSums } from './order-sums.tsx'
import { PaymentTabs } from './payment-tabs.tsx'

const columns = {
  time: cell.timeColumn('payment.order.time', 'created_time', {
    card: 'fact',
    sort: 'created_time',
  }),
  user: {
    label: 'payment.order.user' as const,
    card: 'title' as const,
    sort: 'user_id' as const,
    cell: (row: Order) => <NameCell name={row.username} id={`#${row.user_id}`} />,
  },
  gateway: {
    label: 'payment.order.gateway' as const,
    card: 'fact' as const,
    sort: 'gateway_id' as const,
    cell: (row: Order) => (
      <Box
        component="span"
        sx={{ display: 'inline-flex', gap: 2, alignItems: 'center', verticalAlign: 'middle' }}
      >
        <GatewayIcon icon={row.gateway_icon} />
        {row.gateway_name}
      </Box>
    ),
  },
  amount: {
    label: 'payment.order.amount' as const,
    numeric: true,
    sort: 'amount' as const,
    cell: ({ amount }: Order) => `$${amount.toLocaleString('en-US')}`,
  },
  paid: {
    label: 'payment.order.paid' as const,
    numeric: true,
    card: 'fact' as const,
    sort: 'order_amount' as const,
    cell: (row: Order) => moneyText(row.order_amount, row.order_currency),
  },
  quota: {
    label: 'payment.order.quota' as const,
    numeric: true,
    optional: true,
    cell: ({ quota }: Order, { display }: Look) => formatQuota(quota, display),
  },
  status: {
    label: 'table.status' as const,
    card: 'status' as const,
    sort: 'status' as const,
    cell: ({ status, refund }: Order) => <StatusChip status={orderStatusName(status, refund)} />,
  },
}

export const order = declareNoun({
  title: 'menu.payment',
  words: 'payment.order',
  picture: <Horse />,
  list: { table: 'order', query: OrderQuery, sorts: orderSorts, defaultOrder: '-id' },
  name: (row: Order) => row.trade_no,
  columns,
  panel: {
    way: { word: 'payment.order.toUser', to: ({ user_id: id }) => paths.userRow(id) },
    facts: [
      { label: 'payment.order.id', fact: ({ id }) => id },
      'user',
      'gateway',
      { label: 'payment.order.tradeNo', fact: cell.textOf('trade_no') },
      { label: 'payment.order.gatewayNo', fact: cell.textOf('gateway_no') },
      'amount',
      { label: 'payment.order.fee', fact: ({ fee }) => `$${fee}` },
      {
        label: 'payment.order.discount',
        fact: (row) => moneyText(row.discount, row.order_currency),
      },
      'paid',
      'quota',
      'time',
      { label: 'payment.order.closes', fact: cell.timeOf('closes_time') },
      { label: 'payment.order.ended', fact: cell.timeOf('ended_time') },
    ],
    below: ({ id }) => <OrderHistory id={id} />,
  },
  filters: [
    {
      name: 'trade_no',
      kind: 'text',
      label: 'payment.order.tradeNo',
      placeholder: 'payment.order.searchTradeNo',
    },
    {
      name: 'status',
      kind: 'segments',
      label: 'table.status',
      choices: orderStatuses.map((value) => ({
        value,
        word: statuses[orderStatusName(value)].word,
      })),
    },
    { name: 'gateway_id', kind: 'choice', label: 'payment.order.gateway' },
    { name: 'username', kind: 'text', label: 'payment.order.username' },
    { name: 'user_id', kind: 'text', label: 'payment.order.userId' },
    { name: 'gateway_no', kind: 'text', label: 'payment.order.gatewayNo' },
    { name: 'start_timestamp', kind: 'time', label: 'payment.order.from' },
    { name: 'end_timestamp', kind: 'time', label: 'payment.order.until' },
  ],
  useChoices: () => {
    const { data } = useRead(paymentCalls, 'listPaymentGateways', { query: { size: 100 } })
    return {
      gateway_id: (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    }
  },
  acts: orderActs,
  calls: {
    useRows: ({ page, size, order: sort, filters }) =>
      useRead(
        paymentCalls,
        'listOrders',
        { query: { page, size, order: sort, ...filters } } as Input<'listOrders'>,
        { keep: true },
      ),
    useRow: (id, enabled) => useRead(paymentCalls, 'getOrder', { params: { id } }, { enabled }),
    download: (query) =>
      download(paymentCalls, 'exportOrders', { query } as unknown as Input<'exportOrders'>),
  },
  above: () => <PaymentTabs open="orders" />,
  strip: (filters) => <OrderSums filters={filters} />,
})
