import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { taskCalls } from '@posthouse/contract/calls/tasks'
import { type Work, workCalls } from '@posthouse/contract/calls/works'
import { formatExact } from '@posthouse/contract/format-amount'
import { IconCode, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/use-call.ts'
import { formatDuration, formatTime } from '../../../lib/time/format-time.ts'
import { useConfirm } from '../../../stores/confirm.ts'
import { useAmountDisplay } from '../../../stores/site.ts'
import { ChargeCell } from '../../../table/cells/charge-cell.tsx'
import { IconAction } from '../../../ui/icon-action.tsx'
import { CallDialog } from './call-dialog.tsx'
import type { Inputs, StudioDefinition } from './studio.ts'
import type { StudioState } from './use-studio.ts'

type Props<Values extends Inputs> = {
  readonly work: Work
  readonly studio: StudioDefinition<Values>
  readonly state: StudioState<Values>
}

/** One work: what was asked, how it goes or what became of it, and what it cost. */
export function WorkCard<Values extends Inputs>({ work, studio, state }: Props<Values>) {
  const inputs = studio.Inputs.safeParse(work.inputs)
  return (
    <Card
      component="li"
      variant="outlined"
      sx={{ p: { xs: 4, sm: 5 }, display: 'flex', flexDirection: 'column', gap: 3 }}
    >
      <Heading work={work} state={state} />
      {work.status === 'running' && <Progress work={work} />}
      {work.status === 'failed' && <Failure work={work} onAgain={() => state.runAgain(work)} />}
      {work.status !== 'failed' && inputs.success && (
        <studio.Result work={work} inputs={inputs.data} actions={state.actions} />
      )}
      <Cost work={work} />
    </Card>
  )
}

function Heading<Values extends Inputs>({ work, state }: Omit<Props<Values>, 'studio'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const remove = useWrite(workCalls, 'deleteWork', { changes: ['listOwnWorks'] })
  const ask = useConfirm((confirm) => confirm.ask)
  const { path, body, form } = work
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography
          component="h2"
          variant="subtitle2"
          sx={{
            overflowWrap: 'anywhere',
            display: '-webkit-box',
            WebkitLineClamp: 3,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
          }}
        >
          {work.title}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {work.model} · {formatTime(work.created_at)}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex' }}>
        <IconAction label={t('studio.useAgain')} onClick={() => state.useAgain(work)}>
          <IconPencil size={18} stroke={1.5} />
        </IconAction>
        <IconAction label={t('studio.code')} onClick={() => setOpen(true)}>
          <IconCode size={18} stroke={1.5} />
        </IconAction>
        <IconAction
          label={t('studio.delete')}
          onClick={() =>
            ask({
              title: t('studio.deleteTitle'),
              consequences: [t('studio.deleteConsequence')],
              action: t('studio.delete'),
              run: async () => {
                await remove.mutateAsync({ params: { id: work.id } })
              },
            })
          }
        >
          <IconTrash size={18} stroke={1.5} />
        </IconAction>
      </Box>
      {open && (
        <CallDialog
          call={{ path, body, form }}
          files={work.sent.map(({ field, file_name: name }) => ({ field, name }))}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  )
}

function Progress({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  const cancel = useWrite(taskCalls, 'cancelTask', {
    changes: ['listOwnWorks', 'getSelf'],
    quiet: false,
  })
  const known = work.progress > 0
  return (
    <Box>
      <LinearProgress
        {...(known ? { variant: 'determinate', value: work.progress } : {})}
        aria-label={t('studio.running')}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 2 }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
          {t('studio.running')}
          {known && ` ${work.progress}%`} · {formatDuration(work.duration)}
        </Typography>
        {work.can_cancel && (
          <Button
            size="small"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: work.task_id } })}
          >
            {t('studio.cancel')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

function Failure({ work, onAgain }: { readonly work: Work; readonly onAgain: () => void }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { failure, failure_code: code, refunded } = work
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onAgain}>
          {t('studio.retry')}
        </Button>
      }
    >
      {failure === '' ? code || t('studio.failed') : failure}
      {refunded > 0 && (
        <Box>{t('studio.refunded', { amount: formatExact(refunded, display) })}</Box>
      )}
    </Alert>
  )
}

function Cost({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  const { quota, log_id: row, status, duration } = work
  if (status === 'running') return null
  return (
    <Typography
      component="div"
      variant="caption"
      color="textSecondary"
      sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}
    >
      {quota !== null && row !== '' && (
        <span>
          {t('studio.cost')} <ChargeCell row={row} quota={quota} />
        </span>
      )}
      <span>{formatDuration(duration)}</span>
      <span>{t('studio.keptUntil', { time: formatTime(work.expires_at) })}</span>
    </Typography>
  )
}
