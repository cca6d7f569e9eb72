import { accountCalls } from '@posthouse/contract/calls/account'
import { channelCalls } from '@posthouse/contract/calls/channels'
import { formatQuota } from '@posthouse/contract/format-amount'
import type { Self } from '@posthouse/contract/user'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../api/use-call.ts'
import { PasswordChange } from '../forms/password-change.tsx'
import { useAmountDisplay } from '../stores/site.ts'
import { Failed } from '../table/table-states.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { WaitingBlock } from '../ui/still-waiting.tsx'
import { AccessTokensSection } from './profile/access-tokens-section.tsx'
import { AccountSection } from './profile/account-section.tsx'
import { BindingsSection } from './profile/bindings-section.tsx'
import { NotificationsSection } from './profile/notifications-section.tsx'
import { InvitationsSection } from './profile/invitations-section.tsx'
import { SessionsSection } from './profile/sessions-section.tsx'
import { SecuritySection } from './profile/security/security-section.tsx'
import { ProfileSection } from './profile/profile-section.tsx'

/** Everything that belongs to the signed-in user: account, ways to sign in, and what acts in the user's name. */
export function ProfilePage() {
  const { t } = useTranslation()
  const self = useRead(accountCalls, 'getSelf', {})
  return (
    <>
      <PageHeading title={t('menu.profile')} lead={t('profile.lead')} />
      {self.error !== null && <Failed error={self.error} onRetry={() => void self.refetch()} />}
      {self.isLoading && <WaitingBlock height={320} />}
      {self.data !== undefined && (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, maxWidth: 820 }}>
          <Standing self={self.data} />
          <AccountSection self={self.data} />
          <SignInSection self={self.data} />
          <BindingsSection self={self.data} />
          <NotificationsSection />
          <SecuritySection />
          <SessionsSection />
          <AccessTokensSection />
          <InvitationsSection />
        </Box>
      )}
    </>
  )
}

/** What calls cost this user, and whether a lost password can be replaced. */
function Standing({ self }: { readonly self: Self }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const groups = useRead(channelCalls, 'listOwnGroups', {})
  const group = groups.data?.[self.group]
  const facts: Fact[] = [
    { label: t('profile.group'), value: group?.name ?? self.group },
    { label: t('profile.ratio'), value: group === undefined ? '—' : `× ${group.ratio}` },
    {
      label: t('profile.rate'),
      value: group === undefined || group.api_rate === 0 ? t('profile.noLimit') : group.api_rate,
    },
    { label: t('profile.balance'), value: formatQuota(self.quota, display) },
    {
      label: t('profile.recovery'),
      value: self.email === '' ? t('profile.noRecovery') : self.email,
    },
  ]
  return (
    <Card sx={{ p: { xs: 4, sm: 6 } }}>
      <Facts facts={facts} />
    </Card>
  )
}

/** The ways in which the user signs in. */
function SignInSection({ self }: { readonly self: Self }) {
  const { t } = useTranslation()
  const [changing, setChanging] = useState(false)
  return (
    <ProfileSection title={t('profile.signIn')} help={t('profile.signInHelp')}>
      <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setChanging(true)}>
        {t(self.has_password ? 'password.change' : 'password.set')}
      </Button>
      {changing && <PasswordChange onClose={() => setChanging(false)} />}
    </ProfileSection>
  )
}
