import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { ResetRequest } from '../forms/account/reset-request.tsx'
import { paths } from '../paths.ts'
import { AccountCard } from './login/account-card.tsx'

/** A forgotten password: asks for the address to which a link goes. */
export function ResetPage() {
  const { t } = useTranslation()
  return (
    <AccountCard title={t('account.resetTitle')}>
      <ResetRequest />
      <Box sx={{ mt: 4, textAlign: 'center', fontSize: 13 }}>
        <Link component={RouterLink} to={paths.login()} color="textSecondary">
          {t('account.toLogin')}
        </Link>
      </Box>
    </AccountCard>
  )
}
