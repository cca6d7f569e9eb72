import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { paths } from '../paths.ts'
import { Gate } from '../ui/art/gate.tsx'
import { Blank } from '../ui/blank.tsx'
import { NotFoundPage } from './not-found.tsx'

/** Long enough to read the two sentences. */
const redirectAfterMs = 5000

const providers: Readonly<Record<string, string>> = { github: 'GitHub', oidc: 'OIDC', lark: 'Lark' }

/** Where a provider of sign-ins sends people back to. None is on: says so and leads to the sign-in. */
export function OauthPage() {
  const provider = providers[useParams()['provider'] ?? '']
  return provider === undefined ? <NotFoundPage /> : <ProviderOff provider={provider} />
}

function ProviderOff({ provider }: { readonly provider: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.login(), { replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Blank
      picture={<Gate />}
      title={t('account.providerOff', { provider })}
      sentence={t('account.providerOffHelp', { provider })}
      action={
        <>
          <Typography role="status" color="textSecondary" sx={{ mb: 6 }}>
            {t('account.redirecting')}
          </Typography>
          <Button component={Link} to={paths.login()} replace variant="contained">
            {t('account.toLogin')}
          </Button>
        </>
      }
    />
  )
}
