import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

/** Where a page that cannot help leads: to the sign-in, and to what the operator says of the site. */
export function WaysOn() {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', gap: 3, justifyContent: 'center', flexWrap: 'wrap' }}>
      <Button component={Link} to={paths.login()} variant="contained">
        {t('account.toLogin')}
      </Button>
      <Button component={Link} to={paths.about} variant="outlined">
        {t('account.toAbout')}
      </Button>
    </Box>
  )
}
