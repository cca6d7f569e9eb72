import {
  notificationCalls,
  type NotificationChoice,
  type NotifiedEvent,
  notifiedEvents,
  type NotifyWay,
  notifyWays,
} from '@posthouse/contract/calls/notifications'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/use-call.ts'
import { Failed } from '../../table/table-states.tsx'
import { notify } from '../../ui/notify.tsx'
import { WaitingBlock } from '../../ui/still-waiting.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Of what the user is told outside of the console. A tick is saved at once. */
export function NotificationsSection() {
  const { t } = useTranslation()
  const stored = useRead(notificationCalls, 'getNotifications', {})
  const save = useWrite(notificationCalls, 'setNotifications', { changes: ['getNotifications'] })
  const set = async (choice: NotificationChoice) => {
    await save.mutateAsync({ body: choice })
    notify('success', t('profile.saved'))
  }
  return (
    <ProfileSection title={t('profile.notifications')} help={t('profile.notificationsHelp')}>
      {stored.error !== null && (
        <Failed error={stored.error} onRetry={() => void stored.refetch()} />
      )}
      {stored.isLoading && <WaitingBlock height={80} />}
      {stored.data !== undefined &&
        notifiedEvents.map((event) => (
          <Event
            key={event}
            event={event}
            choice={stored.data.choice}
            ways={stored.data.ways}
            busy={save.isPending}
            onChoice={(choice) => void set(choice).catch(() => null)}
          />
        ))}
    </ProfileSection>
  )
}

type EventProps = {
  readonly event: NotifiedEvent
  readonly choice: NotificationChoice
  /** Those that reach the user now. */
  readonly ways: readonly NotifyWay[]
  readonly busy: boolean
  readonly onChoice: (choice: NotificationChoice) => void
}

function Event({ event, choice, ways, busy, onChoice }: EventProps) {
  const { t } = useTranslation()
  const turn = (way: NotifyWay, on: boolean) => {
    const others = choice[event].filter((known) => known !== way)
    onChoice({ ...choice, [event]: on ? [...others, way] : others })
  }
  return (
    <Box role="group" aria-label={t(`profile.events.${event}`)}>
      <Typography variant="subtitle1">{t(`profile.events.${event}`)}</Typography>
      {notifyWays.map((way) => {
        const reaches = ways.includes(way)
        return (
          <FormControlLabel
            key={way}
            disabled={busy || !reaches}
            control={
              <Checkbox
                checked={reaches && choice[event].includes(way)}
                onChange={(_, on) => turn(way, on)}
              />
            }
            label={reaches ? t(`profile.ways.${way}`) : t(`profile.waysOff.${way}`)}
            sx={{ mr: 6 }}
          />
        )
      })}
    </Box>
  )
}
