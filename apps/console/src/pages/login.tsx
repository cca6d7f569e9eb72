import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router'
import { PasskeySignIn } from '../forms/account/passkey-sign-in.tsx'
import { SecondStep, SessionSignIn } from '../forms/session-sign-in.tsx'
import { paths, safeNext } from '../paths.ts'
import { useSite } from '../stores/site.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { notify } from '../ui/notify.tsx'
import { AccountCard } from './login/account-card.tsx'
import { WaysIn } from './login/ways-in.tsx'

const resetCommand = 'npm run posthouse reset-root-password'

export function LoginPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { reason, asksCode } = shownFor(useLocation().state)
  const [query] = useSearchParams()
  const name = useSite((site) => site.info.system_name)
  const isOpen = useSite((site) => site.info.register_enabled)
  const firstSignIn = useSite((site) => site.info.first_sign_in_pending)
  const enter = () => void navigate(safeNext(query.get('next'), paths.dashboard))
  if (asksCode) {
    const entered = () => {
      notify('success', t('account.signedIn'))
      enter()
    }
    const leave = () =>
      void navigate(paths.login(query.get('next') ?? undefined), { replace: true })
    return (
      <AccountCard title={t('login.heading', { name })}>
        <Suspense fallback={null}>
          <SecondStep onSignedIn={entered} onBack={leave} />
        </Suspense>
      </AccountCard>
    )
  }
  return (
    <AccountCard title={t('login.heading', { name })}>
      {firstSignIn && (
        <Alert severity="info" sx={{ mb: 6 }}>
          <Box sx={{ mb: 2 }}>{t('login.firstSignIn')}</Box>
          <CopyField text={resetCommand} label={t('login.resetCommand')} />
        </Alert>
      )}
      {reason !== '' && (
        <Alert severity="error" sx={{ mb: 6 }}>
          {reason}
        </Alert>
      )}
      <WaysIn />
      <SessionSignIn username="" onSignedIn={enter} />
      <PasskeySignIn onSignedIn={enter} />
      <Box sx={{ mt: 4, display: 'flex', justifyContent: 'center', gap: 4, fontSize: 13 }}>
        <Link component={RouterLink} to={paths.reset} color="textSecondary">
          {t('account.forgot')}
        </Link>
        {isOpen && (
          <Link component={RouterLink} to={paths.register}>
            {t('account.signUp')}
          </Link>
        )}
      </Box>
    </AccountCard>
  )
}

/** What a sign-in elsewhere led back here for: a refusal, or a code that the account still asks for. */
const shownFor = (state: unknown): { readonly reason: string; readonly asksCode: boolean } => {
  const { reason, asksCode } = (state ?? {}) as { reason?: unknown; asksCode?: unknown }
  return { reason: typeof reason === 'string' ? reason : '', asksCode: asksCode === true }
}
