import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { StationFigures } from '@posthouse/contract/calls/analytics'
import { formatQuota } from '@posthouse/contract/format-amount'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { paths } from '../../../paths.ts'
import { useAmountDisplay } from '../../../stores/site.ts'

type Figure = {
  readonly label: string
  readonly to: string
  readonly main: string
  readonly lines: readonly string[]
}

/** The four figures of the station today, each leading to its records. */
export function StationCards({ figures }: { readonly figures: StationFigures | undefined }) {
  const shown = useFigures(figures)
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(4, minmax(0, 1fr))',
        },
        listStyle: 'none',
        p: 0,
        mt: 0,
        mb: 4,
      }}
    >
      {shown.map(({ label, to, main, lines }) => (
        <Card key={label} component="li" sx={{ p: 5 }}>
          <Typography component="h2" variant="body2" color="textSecondary">
            {label}
          </Typography>
          {figures === undefined ? (
            <Skeleton width={120} height={36} />
          ) : (
            <Link
              component={RouterLink}
              to={to}
              color="inherit"
              underline="hover"
              sx={{ typography: 'h2', fontVariantNumeric: 'tabular-nums' }}
            >
              {main}
            </Link>
          )}
          {figures !== undefined &&
            lines.map((line) => (
              <Typography key={line} variant="body2" color="textSecondary">
                {line}
              </Typography>
            ))}
        </Card>
      ))}
    </Box>
  )
}

const nothing: StationFigures = {
  used_quota: 0,
  balance_quota: 0,
  users: { total: 0, invited: 0 },
  channels: { total: 0, enabled: 0, disabled: 0, test_disabled: 0 },
  redeemed: { codes: 0, quota: 0 },
  orders: { count: 0, quota: 0, amounts: [] },
}

function useFigures(figures: StationFigures = nothing): readonly Figure[] {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const amount = (quota: number) => formatQuota(quota, display)
  const { users, channels, redeemed, orders } = figures
  return [
    {
      label: t('analytics.spending'),
      to: paths.log({ log_type: 2 }),
      main: amount(figures.used_quota),
      lines: [t('analytics.balances', { amount: amount(figures.balance_quota) })],
    },
    {
      label: t('analytics.users'),
      to: paths.user,
      main: users.total.toLocaleString('en-US'),
      lines: [
        t('analytics.usersSplit', { direct: users.total - users.invited, invited: users.invited }),
      ],
    },
    {
      label: t('analytics.channels'),
      to: paths.channel,
      main: String(channels.total),
      lines: [
        t('analytics.channelsSplit', {
          enabled: channels.enabled,
          disabled: channels.disabled,
          failing: channels.test_disabled,
        }),
      ],
    },
    {
      label: t('analytics.topUps'),
      to: paths.payment,
      main: amount(redeemed.quota + orders.quota),
      lines: [
        t('analytics.redeemed', { codes: redeemed.codes, amount: amount(redeemed.quota) }),
        orders.count === 0
          ? t('analytics.noOrders')
          : t('analytics.orders', {
              orders: orders.count,
              amounts: orders.amounts.map((each) => `${each.currency} ${each.amount}`).join(' · '),
            }),
      ],
    },
  ]
}
