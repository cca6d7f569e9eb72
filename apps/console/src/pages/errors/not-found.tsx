import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { useUser } from '../../stores/session.ts'
import { Road } from '../../ui/art/road.tsx'
import { Blank } from '../../ui/blank.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const signedIn = useUser() !== null
  return (
    <Blank
      picture={<Road />}
      title={t('failure.notFoundTitle')}
      sentence={t('failure.notFound')}
      action={
        <Box sx={{ display: 'flex', gap: 3, justifyContent: 'center', flexWrap: 'wrap' }}>
          <Button component={Link} to={signedIn ? paths.panel : paths.home} variant="contained">
            {signedIn ? t('failure.toPanel') : t('failure.toHome')}
          </Button>
          {history.length > 1 && (
            <Button variant="outlined" onClick={() => void navigate(-1)}>
              {t('failure.back')}
            </Button>
          )}
        </Box>
      }
    />
  )
}
