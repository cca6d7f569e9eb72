import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { channelBatchCalls } from '@posthouse/contract/calls/channel-batch'
import { channelCalls } from '@posthouse/contract/calls/channels'
import { channelStatus } from '@posthouse/contract/channel'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/refusal.ts'
import { useRead, useWrite } from '../../../api/use-call.ts'
import { InlineError } from '../../../ui/inline-error.tsx'
import { notify } from '../../../ui/notify.tsx'
import { batchWriting } from './batch-writing.ts'

/** Names that the question shows. */
const namesShown = 10

const kinds = [
  { status: channelStatus.disabled, word: 'deleteDisabled.manual' },
  { status: channelStatus.testDisabled, word: 'deleteDisabled.automatic' },
] as const

type Status = (typeof kinds)[number]['status']

/** The disabled channels of one kind: how many, and the first of them. */
function useDisabled(status: Status) {
  const { data, error } = useRead(channelCalls, 'listChannels', {
    query: { status, size: namesShown, order: '-id' },
  })
  return { status, error, count: data?.total_count ?? 0, names: data?.data ?? [] }
}

/** Deletes what is disabled, after a question that names it. */
export function DeleteDisabled({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const found = [useDisabled(channelStatus.disabled), useDisabled(channelStatus.testDisabled)]
  const write = useWrite(channelBatchCalls, 'deleteDisabledChannels', batchWriting)
  const [statuses, setStatuses] = useState<readonly Status[]>(kinds.map(({ status }) => status))
  const chosen = found.filter(({ status }) => statuses.includes(status))
  const count = chosen.reduce((sum, kind) => sum + kind.count, 0)
  const failure = write.error ?? found.find(({ error }) => error !== null)?.error ?? null
  const toggle = (status: Status) =>
    setStatuses((now) =>
      now.includes(status) ? now.filter((other) => other !== status) : [...now, status],
    )
  const remove = async () => {
    const body = { statuses: [...statuses], expected: count }
    const { deleted } = await write.mutateAsync({ body })
    onClose()
    notify('success', t('deleteDisabled.done', { count: deleted }))
  }
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId} component="h2" variant="h2">
        {count === 0 ? t('deleteDisabled.nothingTitle') : t('deleteDisabled.title', { count })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
        {failure !== null && <InlineError text={messageOf(failure)} />}
        <Box sx={{ display: 'flex', flexDirection: 'column' }}>
          {kinds.map(({ status, word }, place) => (
            <FormControlLabel
              key={status}
              control={
                <Checkbox checked={statuses.includes(status)} onChange={() => toggle(status)} />
              }
              label={t(word, { count: found[place]?.count ?? 0 })}
            />
          ))}
        </Box>
        <Names names={chosen.flatMap(({ names }) => names)} count={count} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          variant="contained"
          color="error"
          disabled={count === 0}
          loading={write.isPending}
          onClick={() => void remove().catch(() => null)}
        >
          {t('deleteDisabled.action', { count })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type NamesProps = {
  readonly names: readonly { readonly id: number; readonly name: string }[]
  readonly count: number
}

function Names({ names, count }: NamesProps) {
  const { t } = useTranslation()
  if (count === 0) return <Typography color="textSecondary">{t('deleteDisabled.none')}</Typography>
  const shown = names.slice(0, namesShown)
  const more = count - shown.length
  return (
    <>
      <Box component="ul" sx={{ m: 0, pl: 5, overflowWrap: 'anywhere' }}>
        {shown.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </Box>
      {more > 0 && <Typography>{t('deleteDisabled.more', { count: more })}</Typography>}
      <Typography>{t('deleteDisabled.consequence')}</Typography>
    </>
  )
}
