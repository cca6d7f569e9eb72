import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

/** The way out of an empty wallet. */
export function TopUp() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to={paths.topup} color="inherit" size="small">
      {t('playground.topUp')}
    </Button>
  )
}
