import { userCalls } from '@posthouse/contract/calls/users'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { formatSum } from '@posthouse/contract/format-amount'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import { useAmountDisplay } from '../../stores/site.ts'

/** How many users there are, what they have together, and how many called lately. */
export function UserSums() {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { data } = useRead(userCalls, 'sumUsers', {})
  const figures = [
    [t('user.total'), data?.users.toLocaleString('en-US')],
    [t('user.balances'), data && formatSum(data.quota, display)],
    [t('user.active'), data?.active.toLocaleString('en-US')],
  ] as const
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', mb: 4 }}>
      {figures.map(([label, value]) => (
        <Card key={label} sx={{ p: 4 }}>
          <Typography color="textSecondary" sx={{ fontSize: 12 }}>
            {label}
          </Typography>
          <Typography
            sx={{ fontSize: 20, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
          >
            {value ?? '—'}
          </Typography>
        </Card>
      ))}
    </Box>
  )
}
