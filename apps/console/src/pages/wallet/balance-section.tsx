import { formatQuota, formatSum } from '@posthouse/contract/format-amount'
import { logType } from '@posthouse/contract/log'
import type { Self } from '@posthouse/contract/user'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useNow } from '../../charts/use-now.ts'
import { daysLeft, daysText } from '../../lib/money/forecast.ts'
import { paths } from '../../paths.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { Facts } from '../../ui/facts.tsx'
import { ProfileSection } from '../profile/profile-section.tsx'
import { usePace } from '../dashboard/use-pace.ts'

/** What is in the wallet, and how long it lasts at the pace of the last days. */
export function BalanceSection({ self }: { readonly self: Self }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { spentByDay } = usePace(useNow())
  const days = spentByDay === undefined ? undefined : daysLeft(self.quota, spentByDay)
  return (
    <ProfileSection title={t('topup.wallet')} startsOpen>
      <Facts
        facts={[
          { label: t('topup.balance'), value: formatQuota(self.quota, display) },
          { label: t('topup.used'), value: formatSum(self.used_quota, display) },
        ]}
      />
      <Typography color="textSecondary">
        {days === undefined
          ? t('topup.daysUnknown')
          : t('topup.daysLeft', { days: daysText(days) })}
      </Typography>
      <Button
        component={Link}
        to={paths.log({ log_type: logType.topUp })}
        variant="outlined"
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('topup.log')}
      </Button>
    </ProfileSection>
  )
}
