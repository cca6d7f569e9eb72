import { paymentCalls } from '@posthouse/contract/calls/payments'
import type { OrderDetail } from '@posthouse/contract/order'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/use-call.ts'
import { TimeCell } from '../../../table/cells/time-cell.tsx'
import { Failed, LoadingRows } from '../../../table/table-states.tsx'

type Event = OrderDetail['events'][number]

/** What happened to an order: its steps, and the gateway's notices with what was made of them. */
export function OrderHistory({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  const asked = useRead(paymentCalls, 'getOrder', { params: { id } })
  return (
    <Box component="section" aria-label={t('payment.order.history')}>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 2 }}>
        {t('payment.order.history')}
      </Typography>
      {asked.error !== null && <Failed error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.isLoading && <LoadingRows />}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {asked.data?.events.map((event, index) => (
          <Step key={`${event.kind}.${String(index)}`} event={event} />
        ))}
      </Box>
    </Box>
  )
}

const stepLook = {
  position: 'relative',
  pl: 4,
  pb: 3,
  ml: 1,
  borderLeft: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderColor: 'transparent', pb: 0 },
  '&::before': {
    content: '""',
    position: 'absolute',
    left: '-5px',
    top: '6px',
    width: 9,
    height: 9,
    borderRadius: '50%',
    bgcolor: 'text.secondary',
  },
} as const

function Step({ event }: { readonly event: Event }) {
  const { t } = useTranslation()
  return (
    <Box component="li" sx={stepLook}>
      <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium' }}>
        {t(`payment.order.events.${event.kind}`)}
        {event.verdict !== '' && ` · ${t(`payment.order.verdicts.${event.verdict}`)}`}
      </Typography>
      {event.text !== '' && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {event.text}
        </Typography>
      )}
      <Typography variant="caption" color="textSecondary">
        <TimeCell seconds={event.time} />
        {event.actor !== '' && ` · ${t('payment.order.by', { name: event.actor })}`}
      </Typography>
    </Box>
  )
}
