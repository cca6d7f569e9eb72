import LinearProgress from '@mui/material/LinearProgress'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { channelBatchCalls } from '@posthouse/contract/calls/channel-batch'
import { AzureVersionChange } from '@posthouse/contract/channel-batch'
import { check, fieldFaults } from '@posthouse/contract/field-messages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tellDone } from '../../../api/undo.ts'
import { useRead, useWrite } from '../../../api/use-call.ts'
import { fieldText } from '../../../forms/kit/field-text.ts'
import { BatchBody, type TabProps } from './batch-body.tsx'
import { batchWriting, leftOver } from './batch-writing.ts'
import { tickable, TickList } from './tick-list.tsx'

/** Gives Azure channels of one API version another one. */
export function AzureVersion(props: TabProps) {
  const { t } = useTranslation()
  const found = useRead(channelBatchCalls, 'listAzureChannels', {})
  const write = useWrite(channelBatchCalls, 'changeAzureVersion', batchWriting)
  const [from, setFrom] = useState<string | null>(null)
  const [version, setVersion] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const channels = found.data ?? []
  const lines = channels
    .filter((channel) => channel.version === from)
    .map((channel) => ({ ...channel, note: '', locked: false }))
  const ids = tickable(lines).filter((id) => ticked.has(id))
  const change = async () => {
    if (from === null) return
    const { changed, undo } = await write.mutateAsync({ body: { ids, from, version } })
    props.onClose()
    tellDone(
      [t('batch.changed', { count: changed }), ...leftOver(ids.length - changed, t)].join('\n'),
      undo,
      batchWriting.changes,
    )
  }
  const fault = faultOf(version)
  return (
    <BatchBody
      {...props}
      failure={found.error ?? write.error}
      loading={write.isPending}
      action={t('batch.change', { count: ids.length })}
      disabled={ids.length === 0 || !isOther(version, from) || fault !== ''}
      onAct={() => void change().catch(() => null)}
    >
      {found.isPending && <LinearProgress aria-label={t('shell.loading')} />}
      {found.data?.length === 0 && <Typography>{t('batch.noAzure')}</Typography>}
      {channels.length > 0 && (
        <CurrentVersion
          channels={channels}
          from={from}
          onChoose={(chosen) => {
            setFrom(chosen)
            setTicked(new Set())
          }}
        />
      )}
      {lines.length > 0 && (
        <>
          <TickList lines={lines} ticked={ticked} onTick={setTicked} />
          <TextField
            label={t('batch.newVersion')}
            value={version}
            onChange={({ target }) => setVersion(target.value)}
            error={fault !== ''}
            helperText={fault || t('batch.newVersionHelp')}
            required
          />
        </>
      )}
    </BatchBody>
  )
}

const isOther = (version: string, from: string | null): boolean =>
  version.trim() !== '' && version.trim() !== from

/** What the contract says against a version that is typed. */
function faultOf(version: string): string {
  if (version.trim() === '') return ''
  const { error } = check(AzureVersionChange.shape.version, version)
  return error === undefined ? '' : fieldText(fieldFaults(error)[''] ?? 'field.invalid', '')
}

function versionsOf(channels: readonly { readonly version: string }[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { version } of channels) counts.set(version, (counts.get(version) ?? 0) + 1)
  return [...counts].toSorted(([one], [other]) => one.localeCompare(other))
}

type CurrentProps = {
  readonly channels: readonly { readonly version: string }[]
  readonly from: string | null
  readonly onChoose: (version: string) => void
}

function CurrentVersion({ channels, from, onChoose }: CurrentProps) {
  const { t } = useTranslation()
  return (
    <TextField
      select
      label={t('batch.current')}
      // The default version is an empty text, which is a choice as well.
      value={from === null ? '' : `=${from}`}
      onChange={({ target }) => onChoose(target.value.slice(1))}
      sx={{ mt: 1 }}
    >
      {versionsOf(channels).map(([name, count]) => (
        <MenuItem key={name} value={`=${name}`}>
          {t('batch.versionCount', { version: name || t('batch.defaultVersion'), count })}
        </MenuItem>
      ))}
    </TextField>
  )
}
