import { channelKeyCalls } from '@posthouse/contract/calls/channel-keys'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type Channel, channelStatus } from '@posthouse/contract/channel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, write } from '../../../api/use-call.ts'
import { useConfirm } from '../../../stores/confirm.ts'
import { Failed, LoadingRows } from '../../../table/table-states.tsx'
import { notify } from '../../../ui/notify.tsx'
import { ChannelKeyRow } from './channel-key-row.tsx'
import { keyWriting } from './key-writing.ts'
import { KeysAdd } from './keys-add.tsx'

/** The keys of a channel with their states, and what can be done with each. */
export function ChannelKeys({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation()
  const params = { id: String(channel.id) }
  const { data, error, refetch } = useRead(channelKeyCalls, 'listChannelKeys', { params })
  const [adding, setAdding] = useState(false)
  if (data === undefined) {
    return error === null ? (
      <LoadingRows />
    ) : (
      <Failed error={error} onRetry={() => void refetch()} />
    )
  }
  const failed = data.filter(({ status }) => status === channelStatus.testDisabled).length
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <Typography color="textSecondary">{t('channelKey.help')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button variant="outlined" onClick={() => setAdding(true)}>
          {t('channelKey.add')}
        </Button>
        {failed > 0 && failed < data.length && <RemoveFailed channel={channel} count={failed} />}
      </Box>
      {data.length === 0 && <Typography>{t('channelKey.none')}</Typography>}
      <Box component="ul" aria-label={t('channelKey.title')} sx={{ m: 0, p: 0 }}>
        {data.map((entry) => (
          <ChannelKeyRow key={entry.id} channel={channel} entry={entry} last={data.length === 1} />
        ))}
      </Box>
      {adding && <KeysAdd channel={channel} onClose={() => setAdding(false)} />}
    </Box>
  )
}

type RemoveProps = { readonly channel: Channel; readonly count: number }

function RemoveFailed({ channel: { id, name }, count }: RemoveProps) {
  const { t } = useTranslation()
  const remove = async () => {
    const body = { select: { failed: true } } as const
    const { deleted } = await write(
      channelKeyCalls,
      'deleteChannelKeys',
      { params: { id }, body },
      keyWriting,
    )
    notify('success', t('channelKey.removedFailed', { count: deleted }))
  }
  const ask = () =>
    useConfirm.getState().ask({
      title: t('channelKey.removeFailedTitle', { name, count }),
      consequences: [t('channelKey.deleteConsequence')],
      action: t('channelKey.removeFailedAction', { count }),
      run: remove,
    })
  return (
    <Button variant="outlined" color="error" onClick={ask}>
      {t('channelKey.removeFailed')}
    </Button>
  )
}
