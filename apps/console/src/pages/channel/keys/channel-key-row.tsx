import { channelKeyCalls } from '@posthouse/contract/calls/channel-keys'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type Channel, channelStatus } from '@posthouse/contract/channel'
import type { StoredKey } from '@posthouse/contract/stored-key'
import { IconCircleCheck, IconCircleOff, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { messageOf, notifyFailure } from '../../../api/refusal.ts'
import { useWrite, write } from '../../../api/use-call.ts'
import { formatTime } from '../../../lib/time/format-time.ts'
import { useConfirm } from '../../../stores/confirm.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { InlineError } from '../../../ui/inline-error.tsx'
import { notify } from '../../../ui/notify.tsx'
import { channelStatusName } from '../../../ui/status.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { monospace } from '../../../ui/theme/create-theme.ts'
import { keyWriting } from './key-writing.ts'

type Props = {
  readonly channel: Channel
  readonly entry: StoredKey
  /** A channel keeps at least one key. */
  readonly last: boolean
}

export function ChannelKeyRow({ channel, entry, last }: Props) {
  const { t } = useTranslation()
  const params = { id: channel.id }
  const { preview, status } = entry
  const test = useWrite(channelKeyCalls, 'testChannelKey', { quiet: true })
  const size = 18
  return (
    <Box component="li" sx={rowLook}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Typography component="span" sx={{ fontFamily: monospace, flex: 1, minWidth: 72 }}>
          {preview}
        </Typography>
        <StatusChip status={channelStatusName(status, false)} />
        <Box sx={{ display: 'inline-flex' }}>
          <IconAction
            size="small"
            label={t('channelKey.testOf', { preview })}
            disabled={test.isPending}
            onClick={() => test.mutate({ params, body: { key_id: entry.id } })}
          >
            <IconPlugConnected size={size} stroke={1.5} />
          </IconAction>
          <Switch channel={channel} entry={entry} />
          <IconAction
            size="small"
            label={t('channelKey.deleteOf', { preview })}
            disabled={last}
            onClick={() => askDelete(channel, entry, t)}
          >
            <IconTrash size={size} stroke={1.5} />
          </IconAction>
        </Box>
      </Box>
      {status === channelStatus.testDisabled && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('channelKey.failedAt', {
            time: formatTime(entry.failed_time),
            reason: entry.last_error,
          })}
        </Typography>
      )}
      <div aria-live="polite">
        {test.isPending && <Typography variant="body2">{t('channelKey.testing')}</Typography>}
        {test.error !== null && <InlineError text={messageOf(test.error)} />}
        {test.data !== undefined && (
          <Typography variant="body2" sx={{ color: 'success.main' }}>
            {t('channelKey.testPassed', {
              model: test.data.model,
              time: test.data.time.toFixed(2),
            })}
          </Typography>
        )}
      </div>
    </Box>
  )
}

const rowLook = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  py: 2,
  listStyle: 'none',
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** Enables a disabled key, and disables an enabled one. */
function Switch({ channel, entry }: Omit<Props, 'last'>) {
  const { t } = useTranslation()
  const { id, preview } = entry
  const enabled = entry.status === channelStatus.enabled
  const Sign = enabled ? IconCircleOff : IconCircleCheck
  const put = async () => {
    const body = { key_id: id, status: enabled ? 2 : 1 } as const
    await write(
      channelKeyCalls,
      'changeChannelKey',
      { params: { id: channel.id }, body },
      keyWriting,
    )
    notify('success', t(enabled ? 'channelKey.disabled' : 'channelKey.enabled', { preview }))
  }
  return (
    <IconAction
      size="small"
      label={t(enabled ? 'channelKey.disableOf' : 'channelKey.enableOf', { preview })}
      onClick={() => void put().catch(notifyFailure)}
    >
      <Sign size={18} stroke={1.5} />
    </IconAction>
  )
}

const askDelete = (channel: Channel, { id, preview }: StoredKey, t: TFunction) =>
  useConfirm.getState().ask({
    title: t('channelKey.deleteTitle', { name: channel.name, preview }),
    consequences: [t('channelKey.deleteConsequence')],
    action: t('channelKey.delete'),
    run: async () => {
      await write(
        channelKeyCalls,
        'deleteChannelKeys',
        { params: { id: channel.id }, body: { select: { ids: [id] } } },
        keyWriting,
      )
      notify('success', t('channelKey.deleted', { preview }))
    },
  })
