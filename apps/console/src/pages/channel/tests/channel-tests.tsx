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
import { runKinds, type RunWords } from './run-kinds.ts'
import { TestLines } from './test-lines.tsx'
import { countsOf, type TestLine } from './test-run.ts'
import { useTestRun } from './use-test-run.ts'

type Props = {
  readonly kind: keyof typeof runKinds
  readonly which: TestedChannels
  /** The tests begin only when the person has seen how many they are. */
  readonly asksFirst: boolean
  readonly onClose: () => void
}

/** Tests channels one by one and shows how each went. */
export function ChannelTests({ kind, which, asksFirst, onClose }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const { words, each } = runKinds[kind]
  const run = useTestRun(each)
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
        {t(words.title)}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {found.error !== null && <InlineError text={messageOf(found.error)} />}
        {found.isPending && <LinearProgress aria-label={t('testing.loading')} />}
        {found.data !== undefined && asks && (
          <Typography>{count === 0 ? t('testing.none') : t(words.question, { count })}</Typography>
        )}
        {run.lines.length > 0 && <Progress lines={run.lines} words={words} />}
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
            {t(words.start, { count })}
          </Button>
        ) : (
          <RunButtons run={run} words={words} />
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

type RunButtonsProps = {
  readonly run: ReturnType<typeof useTestRun>
  readonly words: RunWords
}

function RunButtons({ run, words }: RunButtonsProps) {
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
      {t(words.again)}
    </Button>
  )
}

type ProgressProps = { readonly lines: readonly TestLine[]; readonly words: RunWords }

function Progress({ lines, words }: ProgressProps) {
  const { t } = useTranslation()
  const counts = countsOf(lines)
  const ended = lines.length - counts.waiting - counts.running
  return (
    <>
      <Box>
        <LinearProgress
          variant="determinate"
          value={(100 * ended) / lines.length}
          aria-label={t(words.progress)}
        />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {t(words.counts, { ...counts, ended, all: lines.length })}
        </Typography>
      </Box>
      <TestLines lines={lines} words={words} />
    </>
  )
}
