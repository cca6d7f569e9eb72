import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useNavigate } from 'react-router'
import { SignUpForm } from '../forms/account/sign-up.tsx'
import { paths } from '../paths.ts'
import { useSite } from '../stores/site.ts'
import { Gate } from '../ui/art/gate.tsx'
import { Blank } from '../ui/blank.tsx'
import { AccountCard } from './login/account-card.tsx'
import { WaysIn } from './login/ways-in.tsx'
import { WaysOn } from './login/ways-on.tsx'

/** A new account, where the administrator lets strangers make one. */
export function RegisterPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { system_name: name, register_enabled: isOpen } = useSite((site) => site.info)
  const isLoading = useSite((site) => site.isLoading)
  if (!isOpen && isLoading) return null
  if (!isOpen) {
    return (
      <Blank
        picture={<Gate />}
        title={t('account.registerClosed')}
        sentence={t('account.registerClosedHelp', { name })}
        action={<WaysOn />}
      />
    )
  }
  return (
    <AccountCard title={t('account.signUpTo', { name })}>
      <WaysIn />
      <SignUpForm onSignedUp={() => void navigate(paths.dashboard)} />
      <Box sx={{ mt: 4, textAlign: 'center', fontSize: 13 }}>
        <Link component={RouterLink} to={paths.login()} color="textSecondary">
          {t('account.haveAccount')}
        </Link>
      </Box>
    </AccountCard>
  )
}
