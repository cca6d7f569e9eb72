import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { accountCalls } from '@posthouse/contract/calls/account'
import { formatQuota } from '@posthouse/contract/format-amount'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead } from '../../../api/use-call.ts'
import { useNow } from '../../../charts/use-now.ts'
import { daysLeft, daysText } from '../../../lib/money/forecast.ts'
import { paths } from '../../../paths.ts'
import { useAmountDisplay } from '../../../stores/site.ts'
import { usePace } from '../../dashboard/use-pace.ts'

/** What the reader has, and for how long at the pace of the last days. */
export function BalanceCard() {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const self = useRead(accountCalls, 'getSelf', {})
  const { spentByDay = [] } = usePace(useNow())
  const days = self.data === undefined ? undefined : daysLeft(self.data.quota, spentByDay)
  return (
    <Card
      variant="outlined"
      sx={{ p: 4, mb: 4, display: 'flex', alignItems: 'center', gap: 4, flexWrap: 'wrap' }}
    >
      <Box sx={{ flexGrow: 1 }}>
        <Typography color="textSecondary">{t('playcards.balance')}</Typography>
        <Typography variant="h2" component="p">
          {self.data === undefined ? '—' : formatQuota(self.data.quota, display)}
        </Typography>
        {days !== undefined && (
          <Typography variant="body2" color="textSecondary">
            {t('playcards.daysLeft', { days: daysText(days) })}
          </Typography>
        )}
      </Box>
      <Button component={Link} to={paths.topup} variant="outlined">
        {t('playcards.topUp')}
      </Button>
    </Card>
  )
}
