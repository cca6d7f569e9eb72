import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router'
import { SessionSignIn } from '../forms/session-sign-in.tsx'
import { paths, safeNext } from '../paths.ts'
import { useSite } from '../stores/site.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { SealMark } from '../ui/seal-mark.tsx'

const resetCommand = 'npm run posthouse reset-root-password'

export function LoginPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const name = useSite((site) => site.info.system_name)
  const firstSignIn = useSite((site) => site.info.first_sign_in_pending)
  return (
    <Box sx={{ maxWidth: 420, mx: 'auto', px: 4, py: { xs: 8, sm: 16 } }}>
      <Card sx={{ p: { xs: 5, sm: 8 } }}>
        <SealMark size={40} />
        <Typography
          component="h1"
          variant="h1"
          tabIndex={-1}
          sx={{ mt: 4, mb: 6, outline: 'none' }}
        >
          {t('login.heading', { name })}
        </Typography>
        {firstSignIn && (
          <Alert severity="info" sx={{ mb: 6 }}>
            <Box sx={{ mb: 2 }}>{t('login.firstSignIn')}</Box>
            <CopyField text={resetCommand} label={t('login.resetCommand')} />
          </Alert>
        )}
        <SessionSignIn
          username=""
          onSignedIn={() => void navigate(safeNext(query.get('next'), paths.panel))}
        />
        <Box sx={{ mt: 4, textAlign: 'center', fontSize: 13 }}>
          <Link component={RouterLink} to={paths.reset} color="textSecondary">
            {t('account.forgot')}
          </Link>
        </Box>
      </Card>
    </Box>
  )
}
