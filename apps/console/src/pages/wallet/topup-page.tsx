import { accountCalls } from '@posthouse/contract/calls/account'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import { Failed } from '../../table/table-states.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { WaitingBlock } from '../../ui/still-waiting.tsx'
import { InvitationsSection } from '../profile/invitations-section.tsx'
import { BalanceSection } from './balance-section.tsx'
import { BuySection } from './buy-section.tsx'
import { RedeemSection } from './redeem-section.tsx'

/** The signed-in user's wallet: what is in it, and the ways in which something comes in. */
export function TopupPage() {
  const { t } = useTranslation()
  const self = useRead(accountCalls, 'getSelf', {})
  return (
    <>
      <PageHeading title={t('menu.topup')} lead={t('topup.lead')} />
      {self.error !== null && <Failed error={self.error} onRetry={() => void self.refetch()} />}
      {self.isLoading && <WaitingBlock height={320} />}
      {self.data !== undefined && (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, maxWidth: 820 }}>
          <BalanceSection self={self.data} />
          <RedeemSection />
          <BuySection />
          <InvitationsSection />
        </Box>
      )}
    </>
  )
}
