import { logCalls } from '@posthouse/contract/calls/logs'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { messageOf } from '../../api/refusal.ts'
import { documentLanguage } from '../../i18n/index.ts'
import { formatTime, readersTimeZone } from '../../lib/time/format-time.ts'
import { useConfirm } from '../../stores/confirm.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { InlineError } from '../../ui/inline-error.tsx'
import { useCleanUp } from './use-clean-up.ts'

const usualDays = 30

const secondsNow = (): number => Math.floor(Date.now() / 1_000)

const figure = (count: number): string => count.toLocaleString('en-US')

/** A moment is chosen and the entries before it are counted, before anything is asked or deleted. */
export function CleanUpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [until, setUntil] = useState<number | null>(() => secondsNow() - usualDays * 86_400)
  const [count, setCount] = useState(0)
  const { progress, start, stop, dialog } = useCleanUp()
  const measured = useMeasure((all, moment) => {
    setCount(all)
    void start(moment)
  })
  const running = progress.state === 'running'
  const inFuture = until !== null && until > secondsNow()
  return (
    <Dialog
      open
      onClose={running ? () => {} : onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby="clean-up-title"
    >
      <DialogTitle id="clean-up-title" component="h2" variant="h2">
        {t('cleanup.title')}
      </DialogTitle>
      <DialogContent dividers sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
        <DateTimeField
          label={t('cleanup.until')}
          seconds={until}
          onChange={setUntil}
          language={documentLanguage()}
          invalid={inFuture}
          below={inFuture ? t('cleanup.future') : t('cleanup.zone', { zone: readersTimeZone() })}
        />
        <Typography variant="body2">{t('cleanup.goes')}</Typography>
        <Typography variant="body2">{t('cleanup.stays')}</Typography>
        {measured.isEmpty && <Alert severity="info">{t('cleanup.nothing')}</Alert>}
        {measured.failure !== '' && <InlineError text={measured.failure} />}
        <ProgressLines progress={progress} count={count} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={running ? stop : onClose}>
          {t(running ? 'cleanup.stop' : 'action.close')}
        </Button>
        <Button
          variant="contained"
          loading={measured.isPending || running}
          disabled={until === null || inFuture}
          onClick={() => until !== null && void measured.measure(until)}
        >
          {t('cleanup.count')}
        </Button>
      </DialogActions>
      {dialog}
    </Dialog>
  )
}

function ProgressLines({
  progress: { state, deleted, failure },
  count,
}: {
  readonly progress: ReturnType<typeof useCleanUp>['progress']
  readonly count: number
}) {
  const { t } = useTranslation()
  const told = { count: deleted, shown: figure(deleted) }
  if (failure !== '') return <InlineError text={failure} />
  if (state === 'done') return <Alert severity="success">{t('cleanup.done', told)}</Alert>
  if (state === 'stopped') return <Alert severity="warning">{t('cleanup.stopped', told)}</Alert>
  if (state === 'none') return null
  const text = t('cleanup.progress', { done: figure(deleted), all: figure(count) })
  return (
    <div>
      <LinearProgress
        variant="determinate"
        value={count === 0 ? 100 : Math.min(100, (deleted / count) * 100)}
        aria-label={text}
      />
      <Typography variant="body2" sx={{ mt: 1 }}>
        {text}
      </Typography>
    </div>
  )
}

/** Counts on the server, then asks with the count and the moment. */
function useMeasure(onAgreed: (count: number, until: number) => void) {
  const { t } = useTranslation()
  const ask = useConfirm((confirm) => confirm.ask)
  const [state, setState] = useState({ isPending: false, isEmpty: false, failure: '' })
  const idle = { isPending: false, isEmpty: false, failure: '' }
  const measure = async (until: number): Promise<void> => {
    setState({ ...idle, isPending: true })
    try {
      const extent = await call(logCalls.getLogCleanUp, { query: { target_timestamp: until } })
      setState({ ...idle, isEmpty: extent.count === 0 })
      if (extent.count === 0) return
      const { count } = extent
      const shown = figure(count)
      const zone = readersTimeZone()
      ask({
        title: t('cleanup.question', { count, shown, moment: `${formatTime(until)} (${zone})` }),
        consequences: [
          t('cleanup.extent', {
            first: formatTime(extent.first),
            last: formatTime(extent.last),
            zone,
          }),
          t('cleanup.final'),
        ],
        action: t('cleanup.act', { count, shown }),
        run: async () => onAgreed(count, until),
      })
    } catch (error) {
      setState({ ...idle, failure: messageOf(error) })
    }
  }
  return { ...state, measure }
}
