import { taskCalls } from '@posthouse/contract/calls/tasks'
import type { Task, TaskDetail } from '@posthouse/contract/task'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/use-call.ts'
import { Failed, LoadingRows } from '../../../table/table-states.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { InlineError } from '../../../ui/inline-error.tsx'
import { ArtefactView } from './artefact-view.tsx'
import { lyricsIn } from './lyrics-in.ts'
import { nameOf } from './name-of.ts'
import { pauseMs } from './refreshing.ts'
import { askRetry } from './retry-task.ts'

type Props = { readonly task: Task; readonly onClose: () => void }

/** What a task has made: its files, its lyrics and the supplier's answer. */
export function ResultDialog({ task, onClose }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const asked = useRead(
    taskCalls,
    'getTask',
    { params: { id: task.id } },
    { everyMs: (last) => (last !== undefined && last.finish_time === 0 ? pauseMs : false) },
  )
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId} component="h2" variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {t('task.resultTitle', { name: nameOf(task) })}
      </DialogTitle>
      <DialogContent dividers tabIndex={0} role="region" aria-labelledby={titleId}>
        {asked.error !== null && asked.data === undefined && (
          <Failed error={asked.error} onRetry={() => void asked.refetch()} />
        )}
        {asked.isLoading && <LoadingRows />}
        {asked.data !== undefined && <Result task={asked.data} />}
      </DialogContent>
      <DialogActions>
        {asked.data?.can_retry === true && (
          <Button onClick={() => askRetry(task)}>{t('task.retry')}</Button>
        )}
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('task.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Result({ task }: { readonly task: TaskDetail }) {
  const { t } = useTranslation()
  const lyrics = lyricsIn(task.result)
  const hasBody = Object.keys(task.result).length > 0
  const isRunning = task.finish_time === 0
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
      {task.fail_reason !== '' && <InlineError text={task.fail_reason} />}
      {isRunning && <Typography role="status">{t('task.working')}</Typography>}
      {task.artefacts.map((artefact, index) => (
        <ArtefactView key={artefact.name} artefact={artefact} number={index + 1} task={task} />
      ))}
      {lyrics.map((words, index) => (
        <CopyField key={`${String(index)}.${words}`} text={words} label={t('task.lyrics')} block />
      ))}
      {hasBody && (
        <div>
          <Typography component="h3" variant="subtitle2" sx={{ mb: 2 }}>
            {t('task.response')}
          </Typography>
          <CopyField text={JSON.stringify(task.result, null, 2)} label={t('task.response')} block />
        </div>
      )}
      {!isRunning && !hasBody && task.artefacts.length === 0 && task.fail_reason === '' && (
        <Typography color="textSecondary">{t('task.noData')}</Typography>
      )}
    </Box>
  )
}
