import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { channelCalls } from '@posthouse/contract/calls/channels'
import { type Channel, noBalance } from '@posthouse/contract/channel'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '../../api/refusal.ts'
import { write } from '../../api/use-call.ts'
import { formatTime } from '../../lib/time/format-time.ts'
import { faultWords } from '../../ui/suppliers/fault-words.ts'

/** In the list: something happened that no administrator has seen. */
export function AttentionDot() {
  const { t } = useTranslation()
  return (
    <Box
      component="span"
      role="img"
      aria-label={t('channel.attention.needed')}
      title={t('channel.attention.needed')}
      sx={{
        display: 'inline-block',
        width: 8,
        height: 8,
        ml: 2,
        borderRadius: '50%',
        bgcolor: 'warning.main',
      }}
    />
  )
}

type Props = { readonly channel: Pick<Channel, 'id' | 'attention'> }

/** In the panel: what happened. It stays while the panel is open, and counts as seen. */
export function AttentionSeen({ channel: { id, attention } }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(attention)
  if (attention !== null && attention.since !== shown?.since) setShown(attention)
  const since = attention?.since ?? 0
  useEffect(() => {
    if (since === 0) return
    const changes = ['listChannels', 'getChannel', 'getStationToday'] as const
    write(channelCalls, 'seeChannel', { params: { id } }, { changes, quiet: true }).catch(
      notifyFailure,
    )
  }, [id, since])
  if (shown === null) return null
  return (
    <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
      {shown.reason === noBalance
        ? t('supplier.balance.ranOut', { time: formatTime(shown.since) })
        : t('channel.attention.reason', {
            time: formatTime(shown.since),
            reason: faultWords(shown.reason, t),
          })}
    </Alert>
  )
}
