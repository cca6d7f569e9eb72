import { accountCalls } from '@posthouse/contract/calls/account'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useRead } from '../api/use-call.ts'
import { useIsAdministrator, useIsRoot } from '../stores/session.ts'
import { Failed } from '../table/table-states.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { WaitingBlock } from '../ui/still-waiting.tsx'
import { FirstCall } from './dashboard/first-call.tsx'
import { OwnUsage } from './dashboard/own-usage.tsx'
import { RecentCalls } from './dashboard/recent-calls.tsx'
import { StationCard } from './dashboard/station-card.tsx'
import { TodayCards } from './dashboard/today-cards.tsx'
import { Warnings } from './dashboard/warnings.tsx'

export function DashboardPage() {
  const { t } = useTranslation()
  const admin = useIsAdministrator()
  const root = useIsRoot()
  return (
    <>
      <PageHeading title={t('menu.dashboard')} />
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {admin && <Warnings />}
        {root && <StationCard />}
        <Usage />
      </Box>
    </>
  )
}

/** Until the first call there is one card; then figures. */
function Usage() {
  const self = useRead(accountCalls, 'getSelf', {})
  if (self.error !== null) return <Failed error={self.error} onRetry={() => void self.refetch()} />
  if (self.data === undefined) return <WaitingBlock height={240} />
  if (self.data.request_count === 0) return <FirstCall self={self.data} />
  return (
    <>
      <TodayCards self={self.data} />
      <OwnUsage />
      <RecentCalls />
    </>
  )
}
