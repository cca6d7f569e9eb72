import { sessionCalls } from '@posthouse/contract/calls/session'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/use-call.ts'
import { documentLanguage } from '../../i18n/index.ts'
import { browserOf } from '../../lib/browser-of.ts'
import { formatRelative } from '../../lib/time/format-time.ts'
import { Failed } from '../../table/table-states.tsx'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { notify } from '../../ui/notify.tsx'
import { Chip } from '../../ui/status-chip.tsx'
import { WaitingBlock } from '../../ui/still-waiting.tsx'
import { ProfileList, ProfileRow, ProfileSection } from './profile-section.tsx'

const reads = { changes: ['listSessions'] } as const

/** Where the user is signed in. */
export function SessionsSection() {
  const { t } = useTranslation()
  const sessions = useRead(sessionCalls, 'listSessions', {})
  const endOthers = useWrite(sessionCalls, 'deleteOtherSessions', reads)
  const signOutOthers = async () => {
    await endOthers.mutateAsync({})
    notify('success', t('profile.signedOutOthers'))
  }
  return (
    <ProfileSection title={t('profile.sessions')} help={t('profile.sessionsHelp')}>
      {sessions.error !== null && (
        <Failed error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.isLoading && <WaitingBlock height={80} />}
      <ProfileList>
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ProfileList>
      {sessions.data?.some(({ current }) => !current) === true && (
        <Button
          variant="outlined"
          color="error"
          loading={endOthers.isPending}
          sx={{ alignSelf: 'flex-start' }}
          onClick={() => void signOutOthers().catch(() => null)}
        >
          {t('profile.signOutOthers')}
        </Button>
      )}
    </ProfileSection>
  )
}

type Session = ReplyOf<typeof sessionCalls.listSessions>[number]

function SessionRow({ session }: { readonly session: Session }) {
  const { t } = useTranslation()
  const end = useWrite(sessionCalls, 'deleteSession', reads)
  const name = useBrowserName(session.user_agent)
  const signOut = async () => {
    await end.mutateAsync({ params: { id: session.id } })
    notify('success', t('profile.signedOut', { name }))
  }
  const when = formatRelative(session.seen_time, documentLanguage())
  return (
    <ProfileRow
      title={name}
      beneath={
        <>
          {session.address} · {t('profile.signedInAt')} <TimeCell seconds={session.created_time} />
          {!session.current && ` · ${t('profile.lastSeen', { when })}`}
        </>
      }
      action={
        session.current ? (
          <Chip tone="success" glyph="●">
            {t('profile.thisDevice')}
          </Chip>
        ) : (
          <Button
            size="small"
            loading={end.isPending}
            aria-label={t('profile.signOutOf', { name })}
            onClick={() => void signOut().catch(() => null)}
          >
            {t('profile.signOut')}
          </Button>
        )
      }
    />
  )
}

/** The browser in words; one that is not known by what it calls itself. */
function useBrowserName(userAgent: string): string {
  const { t } = useTranslation()
  const { browser, system } = browserOf(userAgent)
  if (browser === '') return userAgent === '' ? t('profile.unknownBrowser') : userAgent
  return system === '' ? browser : t('profile.browserOn', { browser, system })
}
