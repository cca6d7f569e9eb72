import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { withTexts } from '../i18n/index.ts'
import { paths } from '../paths.ts'
import { useUser } from '../stores/session.ts'
import { Horse } from '../ui/art/horse.tsx'
import { Blank } from '../ui/blank.tsx'
import { part } from '../ui/part.ts'

const PlaygroundPage = part(
  withTexts(['charge', 'menu', 'playground', 'table'], async () => ({
    default: (await import('./playground.tsx')).PlaygroundPage,
  })),
)

/** The playground in the public frame. A call costs somebody's quota, so it needs to be known whose. */
export function PublicPlaygroundPage() {
  const { t } = useTranslation()
  const user = useUser()
  if (user !== null) {
    return (
      <Box sx={{ px: { xs: 4, sm: 6 }, py: 6 }}>
        <Suspense
          fallback={<Box role="status" aria-label={t('shell.loading')} sx={{ height: 320 }} />}
        >
          <PlaygroundPage />
        </Suspense>
      </Box>
    )
  }
  return (
    <Blank
      picture={<Horse />}
      title={t('account.playgroundTitle')}
      sentence={t('account.playgroundLogin')}
      action={
        <Button component={Link} to={paths.login(paths.publicPlayground)} variant="contained">
          {t('login.title')}
        </Button>
      }
    />
  )
}
