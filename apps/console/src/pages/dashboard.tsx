import { accountCalls } from '@posthouse/contract/calls/account'
import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../api/use-call.ts'
import { withTexts } from '../i18n/index.ts'
import { useIsAdministrator, useIsRoot } from '../stores/session.ts'
import { Failed } from '../table/table-states.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { WaitingBlock } from '../ui/still-waiting.tsx'
import { OwnUsage } from './dashboard/own-usage.tsx'
import { RecentCalls } from './dashboard/recent-calls.tsx'
import { StationCard } from './dashboard/station-card.tsx'
import { TodayCards } from './dashboard/today-cards.tsx'
import { Warnings } from './dashboard/warnings.tsx'
import { part } from '../ui/part.ts'

// Shown until the first call, and never again.
const FirstCall = part(
  withTexts(['account', 'charge', 'dashboard', 'menu', 'status', 'token'], async () => ({
    default: (await import('./dashboard/first-call.tsx')).FirstCall,
  })),
)

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
  if (self.data.request_count === 0) {
    return (
      <Suspense fallback={<WaitingBlock height={240} />}>
        <FirstCall self={self.data} />
      </Suspense>
    )
  }
  return (
    <>
      <TodayCards self={self.data} />
      <OwnUsage />
      <RecentCalls />
    </>
  )
}
