import { accountCalls } from '@posthouse/contract/calls/account'
import { formatQuota } from '@posthouse/contract/format-amount'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useRead } from '../../../api/use-call.ts'
import { paths } from '../../../paths.ts'
import { useAmountDisplay } from '../../../stores/site.ts'

/** What is left to chat with, and the way to more when it is nothing. */
export function Balance() {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const self = useRead(accountCalls, 'getSelf', {})
  if (self.data === undefined) return null
  const { quota } = self.data
  const amount = formatQuota(quota, display)
  return (
    <Typography
      variant="caption"
      component="p"
      sx={{
        color: quota > 0 ? 'text.secondary' : 'error.main',
        fontVariantNumeric: 'tabular-nums',
        minWidth: 0,
      }}
    >
      {t(quota > 0 ? 'playground.balance' : 'playground.emptyWallet', { amount })}
      {quota <= 0 && (
        <>
          {' '}
          <Link component={RouterLink} to={paths.topup}>
            {t('playground.topUp')}
          </Link>
        </>
      )}
    </Typography>
  )
}
