import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useSite } from '../../stores/site.ts'
import { ProfileSection } from '../profile/profile-section.tsx'

/** Where a code is to be had: the operator's page, or whom to ask where there is no way to pay either. */
export function BuySection({ canPay }: { readonly canPay: boolean }) {
  const { t } = useTranslation()
  const link = useSite((site) => site.info.top_up_link)
  if (link === '') {
    if (canPay) return null
    return (
      <Alert
        severity="info"
        action={
          <Button component={Link} to={paths.about} color="inherit" size="small">
            {t('topup.toAbout')}
          </Button>
        }
      >
        <AlertTitle>{t('topup.noLink')}</AlertTitle>
        {t('topup.whom')}
      </Alert>
    )
  }
  return (
    <ProfileSection title={t('topup.buy')} help={t('topup.buyHelp')} startsOpen>
      <Button
        href={link}
        target="_blank"
        rel="noreferrer"
        variant="outlined"
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('topup.toBuy')}
      </Button>
    </ProfileSection>
  )
}
