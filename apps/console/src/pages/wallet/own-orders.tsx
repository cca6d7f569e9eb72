import { paymentCalls } from '@posthouse/contract/calls/payments'
import { formatQuota } from '@posthouse/contract/format-amount'
import type { OwnOrder } from '@posthouse/contract/order'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Pagination from '@mui/material/Pagination'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { Failed, LoadingRows } from '../../table/table-states.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { GatewayIcon } from '../../ui/gateway-icon.tsx'
import { orderStatusName } from '../../ui/status.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { moneyText } from './pay/money.ts'

const size = 20

/** Orders of one's own, newest first. One that is pending can still be paid. */
export function OwnOrders({ onOpen }: { readonly onOpen: (tradeNo: string) => void }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const asked = useRead(paymentCalls, 'listOwnOrders', { query: { page, size } }, { keep: true })
  if (asked.error !== null) {
    return <Failed error={asked.error} onRetry={() => void asked.refetch()} />
  }
  if (asked.data === undefined) return <LoadingRows />
  const { data: orders, total_count: total } = asked.data
  if (total === 0) {
    return (
      <Card sx={{ p: 6, textAlign: 'center' }}>
        <Typography color="textSecondary">{t('topup.noOrders')}</Typography>
      </Card>
    )
  }
  return (
    <>
      <Card component="ul" aria-label={t('topup.tabs.orders')} sx={listLook}>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} onOpen={onOpen} />
        ))}
      </Card>
      {total > size && (
        <Pagination
          page={page}
          count={Math.ceil(total / size)}
          onChange={(_event, to) => setPage(to)}
          sx={{ mt: 4 }}
        />
      )}
    </>
  )
}

const listLook = { m: 0, p: 0, listStyle: 'none' } as const

const rowLook = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr auto', sm: 'minmax(0, 1fr) auto auto auto' },
  gap: { xs: 2, sm: 4 },
  alignItems: 'center',
  p: 4,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const

type RowProps = { readonly order: OwnOrder; readonly onOpen: (tradeNo: string) => void }

function OrderRow({ order, onOpen }: RowProps) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const [isOpen, setOpen] = useState(false)
  return (
    <Box component="li" sx={rowLook}>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', minWidth: 0 }}>
        <GatewayIcon icon={order.gateway_icon} />
        <Box sx={{ minWidth: 0 }}>
          <Typography noWrap>{order.gateway_name}</Typography>
          <Typography variant="body2" color="textSecondary">
            <TimeCell seconds={order.created_time} />
          </Typography>
        </Box>
      </Box>
      <Box sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
        <Typography>+{formatQuota(order.quota, display)}</Typography>
        <Typography variant="body2" color="textSecondary">
          {moneyText(order.order_amount, order.order_currency)}
        </Typography>
      </Box>
      <Box sx={{ justifySelf: 'start' }}>
        <StatusChip status={orderStatusName(order.status, order.refund)} />
      </Box>
      {order.status === 'pending' ? (
        <Button size="small" variant="outlined" onClick={() => onOpen(order.trade_no)}>
          {t('topup.continue')}
        </Button>
      ) : (
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('topup.number')}
        </Button>
      )}
      {isOpen && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <CopyField text={order.trade_no} label={t('topup.tradeNumber')} />
        </Box>
      )}
    </Box>
  )
}
