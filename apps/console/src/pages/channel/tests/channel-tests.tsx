import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/refusal.ts'
import { InlineError } from '../../../ui/inline-error.tsx'
import { linesOf, type TestedChannels } from './lines-of.ts'
import { TestLines } from './test-lines.tsx'
import { countsOf, type TestLine } from './test-run.ts'
import { useTestRun } from './use-test-run.ts'

type Props = {
  readonly which: TestedChannels
  /** The tests begin only when the person has seen how many they are. */
  readonly asksFirst: boolean
  readonly onClose: () => void
}

/** Tests channels one by one and shows how each went. */
export function ChannelTests({ which, asksFirst, onClose }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const run = useTestRun()
  const found = useQuery({
    queryKey: ['channels to test', which],
    queryFn: ({ signal }) => linesOf(which, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  useStartAtOnce(asksFirst ? undefined : found.data, run.start)
  const count = found.data?.length ?? 0
  const asks = asksFirst && run.lines.length === 0
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId} component="h2" variant="h2">
        {t('testing.title')}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {found.error !== null && <InlineError text={messageOf(found.error)} />}
        {found.isPending && <LinearProgress aria-label={t('testing.loading')} />}
        {found.data !== undefined && asks && (
          <Typography>
            {count === 0 ? t('testing.none') : t('testing.question', { count })}
          </Typography>
        )}
        {run.lines.length > 0 && <Progress lines={run.lines} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('action.close')}
        </Button>
        {asks ? (
          <Button
            variant="contained"
            disabled={count === 0}
            onClick={() => void run.start(found.data ?? [])}
          >
            {t('testing.start', { count })}
          </Button>
        ) : (
          <RunButtons run={run} />
        )}
      </DialogActions>
    </Dialog>
  )
}

function useStartAtOnce(
  lines: readonly TestLine[] | undefined,
  start: (lines: readonly TestLine[]) => Promise<void>,
): void {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || lines === undefined) return
    begun.current = true
    void start(lines)
  }, [lines, start])
}

function RunButtons({ run }: { readonly run: ReturnType<typeof useTestRun> }) {
  const { t } = useTranslation()
  if (run.running) {
    return (
      <Button variant="outlined" onClick={run.stop}>
        {t('testing.stop')}
      </Button>
    )
  }
  const { failed } = countsOf(run.lines)
  return (
    <Button variant="contained" disabled={failed === 0} onClick={() => void run.again()}>
      {t('testing.again')}
    </Button>
  )
}

function Progress({ lines }: { readonly lines: readonly TestLine[] }) {
  const { t } = useTranslation()
  const counts = countsOf(lines)
  const ended = lines.length - counts.waiting - counts.running
  return (
    <>
      <Box>
        <LinearProgress
          variant="determinate"
          value={(100 * ended) / lines.length}
          aria-label={t('testing.progress')}
        />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {t('testing.counts', { ...counts, ended, all: lines.length })}
        </Typography>
      </Box>
      <TestLines lines={lines} />
    </>
  )
}
