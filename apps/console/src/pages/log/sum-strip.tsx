import { logCalls } from '@posthouse/contract/calls/logs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { AllLogSums, LogSummary } from '@posthouse/contract/log'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../api/refusal.ts'
import { useRead } from '../../api/use-call.ts'
import { formatSum, formatShort } from '@posthouse/contract/format-amount'
import { formatDuration, formatTime } from '../../lib/time/format-time.ts'
import { useIsAdministrator } from '../../stores/session.ts'
import { successRate } from '../../lib/success-rate.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { bucketWord, isBucket } from './charge-words.ts'
import type { LogFilter } from './log-filters.ts'

type Props = { readonly filters: Readonly<Record<LogFilter, string>> }

/** Sums over the filter, from the same rows that the list shows. */
export function SumStrip({ filters }: Props) {
  const { t } = useTranslation()
  const administrator = useIsAdministrator()
  const input = { query: filters }
  const all = useRead(logCalls, 'sumLogs', input, { keep: true, enabled: administrator })
  const own = useRead(logCalls, 'sumOwnLogs', input, { keep: true, enabled: !administrator })
  const asked = administrator ? all : own
  const writtenOff = administrator ? (all.data?.written_off ?? 0) : 0
  if (asked.error === null || asked.data !== undefined) {
    return <Figures sums={asked.data} writtenOff={writtenOff} />
  }
  return (
    <Box sx={{ px: 4, pb: 3 }}>
      <InlineError
        text={messageOf(asked.error)}
        action={
          <Button color="inherit" size="small" onClick={() => void asked.refetch()}>
            {t('action.retry')}
          </Button>
        }
      />
    </Box>
  )
}

const halfAndMost = ({ p50, p95 }: LogSummary['duration']): string =>
  p50 === null || p95 === null ? '—' : `p50 ${formatDuration(p50)} · p95 ${formatDuration(p95)}`

type Figure = {
  readonly label: string
  readonly value: string
  readonly hint?: string
  /** Parts of it, beside the figure. */
  readonly below?: string
}

/** Tokens that are not plain input or output, by their kind. */
function kindsOf(sums: LogSummary | undefined, t: TFunction): string {
  const meters = sums?.meters ?? []
  const kinds = meters.filter(({ meter, amount }) => !others.has(meter) && amount > 0)
  const words = kinds.map(
    ({ meter, amount }) =>
      `${isBucket(meter) ? t(bucketWord(meter)) : meter} ${amount.toLocaleString('en-US')}`,
  )
  return words.length === 0 ? '' : t('log.ofWhich', { kinds: words.join(' · ') })
}

/** Meters that are not a special kind of token. */
const others: ReadonlySet<string> = new Set(['input', 'output', 'call', 'character', 'second'])

type FiguresProps = {
  readonly sums: LogSummary | undefined
  /** What nobody pays; shown where there is any. */
  readonly writtenOff: AllLogSums['written_off']
}

function Figures({ sums, writtenOff }: FiguresProps) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const figure = (value: string | undefined) => value ?? '—'
  const since = sums?.rows_since ?? 0
  const figures: readonly Figure[] = [
    { label: t('log.requests'), value: figure(sums?.requests.toLocaleString('en-US')) },
    { label: t('log.succeeded'), value: sums === undefined ? '—' : successRate(sums) },
    { label: t('log.spend'), value: sums === undefined ? '—' : formatSum(sums.quota, display) },
    {
      label: t('log.tokens'),
      value: sums === undefined ? '—' : formatShort(sums.prompt_tokens + sums.completion_tokens),
      below: kindsOf(sums, t),
    },
    { label: t('log.errors'), value: figure(sums?.errors.toLocaleString('en-US')) },
    {
      label: t('log.firstToken'),
      value: sums === undefined ? '—' : halfAndMost(sums.first_content),
      hint: t('log.ofAWeek'),
    },
    {
      label: t('log.duration'),
      value: sums === undefined ? '—' : halfAndMost(sums.duration),
      hint: t('log.ofAWeek'),
    },
    ...(writtenOff === 0
      ? []
      : [{ label: t('log.writtenOff'), value: formatSum(writtenOff, display) }]),
    ...(since === 0 ? [] : [{ label: t('log.rowsSince'), value: formatTime(since) }]),
  ]
  return (
    <Box
      component="dl"
      aria-label={t('log.sums')}
      sx={{
        m: 0,
        px: 4,
        py: 2.5,
        display: 'grid',
        gridTemplateColumns: {
          xs: 'repeat(2, auto)',
          sm: `repeat(${figures.length}, max-content)`,
        },
        columnGap: { xs: 3, sm: 8 },
        rowGap: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {figures.map((known) => (
        <FigureIn key={known.label} known={known} />
      ))}
    </Box>
  )
}

const FigureIn = ({ known }: { readonly known: Figure }) => (
  <div>
    <Tooltip title={known.hint ?? ''}>
      <Typography component="dt" variant="caption" color="textSecondary">
        {known.label}
      </Typography>
    </Tooltip>
    <Typography
      component="dd"
      variant="subtitle1"
      sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}
    >
      {known.value}
    </Typography>
    {known.below !== undefined && known.below !== '' && (
      <Typography
        variant="caption"
        color="textSecondary"
        component="dd"
        sx={{ m: 0, maxWidth: 220 }}
      >
        {known.below}
      </Typography>
    )}
  </div>
)
