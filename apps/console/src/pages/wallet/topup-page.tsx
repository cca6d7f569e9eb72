import { accountCalls } from '@posthouse/contract/calls/account'
import { paymentCalls } from '@posthouse/contract/calls/payments'
import type { Self } from '@posthouse/contract/user'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useRead } from '../../api/use-call.ts'
import { Failed } from '../../table/table-states.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { WaitingBlock } from '../../ui/still-waiting.tsx'
import { InvitationsSection } from '../profile/invitations-section.tsx'
import { BalanceSection } from './balance-section.tsx'
import { BuySection } from './buy-section.tsx'
import { OwnOrders } from './own-orders.tsx'
import { PayDialog } from './pay/pay-dialog.tsx'
import { PaySection } from './pay/pay-section.tsx'
import { RedeemSection } from './redeem-section.tsx'
import { StatementSection } from './statement-section.tsx'

const tabs = ['pay', 'orders', 'statement', 'invite'] as const
type TabName = (typeof tabs)[number]

/** The signed-in user's wallet: what is in it, and the ways in which something comes in. */
export function TopupPage() {
  const { t } = useTranslation()
  const { tab, order, change } = useView()
  return (
    <>
      <PageHeading title={t('menu.topup')} lead={t('topup.lead')} />
      <Tabs
        value={tab}
        onChange={(_event, to: TabName) => change({ tab: to })}
        aria-label={t('menu.topup')}
        variant="scrollable"
        sx={{ mb: 4 }}
      >
        {tabs.map((name) => (
          <Tab key={name} value={name} label={t(`topup.tabs.${name}`)} />
        ))}
      </Tabs>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, maxWidth: 820 }}>
        {tab === 'pay' && <Wallet onOrder={(tradeNo) => change({ order: tradeNo })} />}
        {tab === 'orders' && <OwnOrders onOpen={(tradeNo) => change({ order: tradeNo })} />}
        {tab === 'statement' && <StatementSection />}
        {tab === 'invite' && <InvitationsSection />}
      </Box>
      {order !== '' && (
        <PayDialog
          key={order}
          tradeNo={order}
          onClose={() => change({ order: '' })}
          onAgain={() => change({ tab: 'pay', order: '' })}
        />
      )}
    </>
  )
}

/** Tab and open order stand in the address, where the gateway's page leads back to. */
function useView() {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('tab')
  const tab = tabs.find((name) => name === wanted) ?? 'pay'
  return {
    tab,
    order: params.get('order') ?? '',
    change: (view: { readonly tab?: TabName; readonly order?: string }): void => {
      const next = { tab, order: params.get('order') ?? '', ...view }
      setParams({
        ...(next.tab === 'pay' ? {} : { tab: next.tab }),
        ...(next.order === '' ? {} : { order: next.order }),
      })
    },
  }
}

type WalletProps = { readonly onOrder: (tradeNo: string) => void }

function Wallet({ onOrder }: WalletProps) {
  const self = useRead(accountCalls, 'getSelf', {})
  if (self.error !== null) {
    return <Failed error={self.error} onRetry={() => void self.refetch()} />
  }
  if (self.data === undefined) return <WaitingBlock height={320} />
  return <WaysIn self={self.data} onOrder={onOrder} />
}

function WaysIn({ self, onOrder }: WalletProps & { readonly self: Self }) {
  const methods = useRead(paymentCalls, 'listPaymentMethods', {})
  const canPay = (methods.data?.length ?? 0) > 0
  return (
    <>
      <BalanceSection self={self} />
      {methods.error !== null && (
        <Failed error={methods.error} onRetry={() => void methods.refetch()} />
      )}
      {methods.isLoading && <WaitingBlock height={240} />}
      {canPay && (
        <PaySection
          methods={methods.data ?? []}
          onBegun={({ trade_no: tradeNo }) => onOrder(tradeNo)}
        />
      )}
      <RedeemSection />
      {methods.data !== undefined && <BuySection canPay={canPay} />}
    </>
  )
}
