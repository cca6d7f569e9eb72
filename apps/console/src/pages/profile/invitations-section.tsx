import { accountCalls } from '@posthouse/contract/calls/account'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import { formatQuota } from '@posthouse/contract/format-amount'
import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import { paths } from '../../paths.ts'
import { useAmountDisplay, useServerAddress, useSite } from '../../stores/site.ts'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { Failed } from '../../table/table-states.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { WaitingBlock } from '../../ui/still-waiting.tsx'
import { ProfileList, ProfileRow, ProfileSection } from './profile-section.tsx'

/** The link that invites others, who came by it, and what that brought. */
export function InvitationsSection() {
  const { t } = useTranslation()
  const invitations = useRead(accountCalls, 'getOwnInvitations', {})
  return (
    <ProfileSection title={t('profile.invitations')} help={t('profile.invitationsHelp')}>
      {invitations.error !== null && (
        <Failed error={invitations.error} onRetry={() => void invitations.refetch()} />
      )}
      {invitations.isLoading && <WaitingBlock height={80} />}
      {invitations.data !== undefined && <Invited invitations={invitations.data} />}
    </ProfileSection>
  )
}

type Invitations = ReplyOf<typeof accountCalls.getOwnInvitations>

function Invited({ invitations }: { readonly invitations: Invitations }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const server = useServerAddress()
  const open = useSite((site) => site.info.register_enabled)
  const { code, count, rewards, for_inviter, for_invitee, users } = invitations
  return (
    <>
      {!open && <Alert severity="info">{t('profile.registrationClosed')}</Alert>}
      <CopyField text={server + paths.invitation(code)} label={t('profile.invitationLink')} />
      <Facts
        facts={[
          { label: t('profile.forInviter'), value: formatQuota(for_inviter, display) },
          { label: t('profile.forInvitee'), value: formatQuota(for_invitee, display) },
          { label: t('profile.invitedCount'), value: count },
          { label: t('profile.rewards'), value: formatQuota(rewards, display) },
        ]}
      />
      <ProfileList>
        {users.map(({ username, created_time, reward }) => (
          <ProfileRow
            key={username}
            title={username}
            beneath={
              <>
                {t('profile.joined')} <TimeCell seconds={created_time} />
              </>
            }
            action={<Typography>{formatQuota(reward, display)}</Typography>}
          />
        ))}
      </ProfileList>
    </>
  )
}
