import { paymentCalls } from '@posthouse/contract/calls/payments'
import { formatQuota } from '@posthouse/contract/format-amount'
import type { OrderSums as Sums } from '@posthouse/contract/order'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/refusal.ts'
import { type Input, useRead } from '../../../api/use-call.ts'
import { useAmountDisplay } from '../../../stores/site.ts'
import { InlineError } from '../../../ui/inline-error.tsx'
import { moneyText } from '../pay/money.ts'

/** Sums over the filter, from the same rows that the list shows. */
export function OrderSums({ filters }: { readonly filters: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  const input = { query: filters } as Input<'sumOrders'>
  const asked = useRead(paymentCalls, 'sumOrders', input, { keep: true })
  if (asked.error === null || asked.data !== undefined) return <Figures sums={asked.data} />
  return (
    <Box sx={{ px: 4, pb: 3 }}>
      <InlineError
        text={messageOf(asked.error)}
        action={
          <Button color="inherit" size="small" onClick={() => void asked.refetch()}>
            {t('action.retry')}
          </Button>
        }
      />
    </Box>
  )
}

const paidText = ({ paid, money }: Sums): string =>
  [
    paid.toLocaleString('en-US'),
    ...money.map(({ amount, currency }) => moneyText(amount, currency)),
  ].join(' · ')

function Figures({ sums }: { readonly sums: Sums | undefined }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const figure = (draw: (known: Sums) => string) => (sums === undefined ? '—' : draw(sums))
  const figures = [
    { label: t('payment.order.sumPaid'), value: figure(paidText) },
    {
      label: t('payment.order.sumQuota'),
      value: figure(({ quota }) => formatQuota(quota, display)),
    },
    {
      label: t('payment.order.sumPending'),
      value: figure(({ pending }) => pending.toLocaleString('en-US')),
    },
    {
      label: t('payment.order.sumFailed'),
      value: figure(({ failed }) => failed.toLocaleString('en-US')),
    },
    {
      label: t('payment.order.sumClosed'),
      value: figure(({ closed }) => closed.toLocaleString('en-US')),
    },
  ]
  return (
    <Box component="dl" aria-label={t('payment.order.sums')} sx={stripLook}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="subtitle1"
            sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}
          >
            {value}
          </Typography>
        </div>
      ))}
    </Box>
  )
}

const stripLook = {
  m: 0,
  px: 4,
  py: 2.5,
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, auto)', sm: 'repeat(5, max-content)' },
  columnGap: { xs: 3, sm: 8 },
  rowGap: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const
