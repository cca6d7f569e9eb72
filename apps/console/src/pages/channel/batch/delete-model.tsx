import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { channelBatchCalls } from '@posthouse/contract/calls/channel-batch'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tellDone } from '../../../api/undo.ts'
import { useRead, useWrite } from '../../../api/use-call.ts'
import { BatchBody, type TabProps } from './batch-body.tsx'
import { batchWriting, leftOver } from './batch-writing.ts'
import { tickable, TickList } from './tick-list.tsx'

/** Takes one model from the lists of channels. */
export function DeleteModel(props: TabProps) {
  const { t } = useTranslation()
  const [model, setModel] = useState('')
  const found = useRead(
    channelBatchCalls,
    'listChannelsOffering',
    { query: { model } },
    { enabled: model !== '' },
  )
  const write = useWrite(channelBatchCalls, 'deleteChannelsModel', batchWriting)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const lines = (found.data ?? []).map((channel) => ({
    ...channel,
    note:
      channel.others === 0 ? t('batch.onlyModel') : t('batch.others', { count: channel.others }),
    locked: channel.others === 0,
  }))
  const ids = tickable(lines).filter((id) => ticked.has(id))
  const remove = async () => {
    const { changed, undo } = await write.mutateAsync({ body: { ids, model } })
    props.onClose()
    const done = t('batch.deletedModel', { count: changed, model })
    tellDone([done, ...leftOver(ids.length - changed, t)].join('\n'), undo, batchWriting.changes)
  }
  return (
    <BatchBody
      {...props}
      failure={found.error ?? write.error}
      loading={write.isPending}
      danger
      action={t('batch.deleteModel', { count: ids.length })}
      disabled={ids.length === 0}
      onAct={() => void remove().catch(() => null)}
    >
      <ModelSearch
        onFind={(name) => {
          setModel(name)
          setTicked(new Set())
        }}
      />
      {model !== '' && found.isPending && <LinearProgress aria-label={t('shell.loading')} />}
      {found.data?.length === 0 && <Typography>{t('batch.noneOffer', { model })}</Typography>}
      {lines.length > 0 && (
        <>
          <TickList lines={lines} ticked={ticked} onTick={setTicked} />
          <Typography variant="body2" color="textSecondary">
            {t('batch.mappingStays')}
          </Typography>
        </>
      )}
    </BatchBody>
  )
}

function ModelSearch({ onFind }: { readonly onFind: (name: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const find = (event: FormEvent) => {
    event.preventDefault()
    onFind(typed.trim())
  }
  return (
    <Box component="form" onSubmit={find} sx={{ display: 'flex', gap: 2, mt: 1 }}>
      <TextField
        label={t('batch.modelName')}
        helperText={t('batch.modelHelp')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        sx={{ flex: 1 }}
      />
      <Button type="submit" variant="outlined" disabled={typed.trim() === ''} sx={{ height: 40 }}>
        {t('batch.find')}
      </Button>
    </Box>
  )
}
