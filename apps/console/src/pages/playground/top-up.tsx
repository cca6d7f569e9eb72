import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useSite } from '../../stores/site.ts'

/** The way out of an empty wallet, where the operator has set one. */
export function TopUp() {
  const { t } = useTranslation()
  const href = useSite((site) => site.info.top_up_link)
  if (href === '') {
    return (
      <Button component={Link} to={paths.about} color="inherit" size="small">
        {t('account.toAbout')}
      </Button>
    )
  }
  return (
    <Button href={href} target="_blank" rel="noreferrer" color="inherit" size="small">
      {t('first.topUp')}
    </Button>
  )
}
