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
import { StationToday } from './dashboard/station-today.tsx'
import { TodayCards } from './dashboard/today-cards.tsx'
import { Warnings } from './dashboard/warnings.tsx'
import { part } from '../ui/part.ts'

// What is left to do, with the snippets of a first call: gone once all of it is done.
const SetUpCard = part(
  withTexts(
    ['account', 'channel', 'charge', 'dashboard', 'menu', 'status', 'table', 'token'],
    async () => ({
      default: (await import('./dashboard/set-up-card.tsx')).SetUpCard,
    }),
  ),
)

export function DashboardPage() {
  const { t } = useTranslation()
  const admin = useIsAdministrator()
  return (
    <>
      <PageHeading title={t('menu.dashboard')} />
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {admin && <Warnings />}
        {admin && <StationToday />}
        <Usage />
      </Box>
    </>
  )
}

/** Until the first call there is the set-up card; then figures, and below them what is left of it. */
function Usage() {
  const root = useIsRoot()
  const self = useRead(accountCalls, 'getSelf', {})
  if (self.error !== null) return <Failed error={self.error} onRetry={() => void self.refetch()} />
  if (self.data === undefined) return <WaitingBlock height={240} />
  if (self.data.request_count === 0) {
    return (
      <Suspense fallback={<WaitingBlock height={240} />}>
        <SetUpCard self={self.data} />
      </Suspense>
    )
  }
  return (
    <>
      <TodayCards self={self.data} />
      <OwnUsage />
      <RecentCalls />
      <Suspense>{root && <SetUpCard self={self.data} />}</Suspense>
    </>
  )
}
