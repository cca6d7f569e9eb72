import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { analyticsCalls, type StationToday as Station } from '@posthouse/contract/calls/analytics'
import { logCalls } from '@posthouse/contract/calls/logs'
import { formatShort, formatSum } from '@posthouse/contract/format-amount'
import type { AllLogSums } from '@posthouse/contract/log'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { messageOf } from '../../api/refusal.ts'
import { useRead } from '../../api/use-call.ts'
import { formatDuration, formatTime, readersTimeZone } from '../../lib/time/format-time.ts'
import { paths } from '../../paths.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { faultWords } from '../../ui/suppliers/fault-words.ts'
import { useSeconds } from '../../ui/use-seconds.ts'

const refreshMs = 15_000

/** The whole station today, for those who run it: every figure leads to its rows. */
export function StationToday() {
  const { t } = useTranslation()
  const station = useRead(
    analyticsCalls,
    'getStationToday',
    { query: { time_zone: readersTimeZone() } },
    { keep: true, everyMs: refreshMs },
  )
  const since = station.data?.since ?? 0
  const sums = useRead(
    logCalls,
    'sumLogs',
    { query: { start_timestamp: since } },
    { keep: true, everyMs: refreshMs, enabled: since > 0 },
  )
  const error = station.error ?? sums.error
  return (
    <Card component="section" aria-labelledby="station-today" sx={{ p: 5 }}>
      <Typography id="station-today" component="h2" variant="h3" sx={{ mb: 4 }}>
        {t('dashboard.station')}
      </Typography>
      {error !== null && <InlineError text={messageOf(error)} />}
      {station.data !== undefined && (
        <>
          <Figures station={station.data} sums={sums.data} />
          <Failing rows={station.data.failing} />
        </>
      )}
    </Card>
  )
}

type Figure = { readonly label: string; readonly value: string; readonly to: string }

function useFigures(station: Station, sums: AllLogSums | undefined): readonly Figure[] {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const today = { start_timestamp: station.since }
  const known = (text: (sums: AllLogSums) => string) => (sums === undefined ? '—' : text(sums))
  return [
    {
      label: t('dashboard.spendToday'),
      value: known(({ quota }) => formatSum(quota, display)),
      to: paths.log({ ...today, log_type: 2 }),
    },
    {
      label: t('dashboard.requestsToday'),
      value: known(({ requests }) => formatShort(requests)),
      to: paths.log(today),
    },
    {
      label: t('dashboard.errorRate'),
      value: known(({ requests, failures }) =>
        requests === 0 ? '—' : `${((100 * failures) / requests).toFixed(1)}%`,
      ),
      to: paths.log({ ...today, log_type: 5 }),
    },
    {
      label: t('dashboard.firstToken'),
      value: known(({ first_content: { p50 } }) => (p50 === null ? '—' : formatDuration(p50))),
      to: `${paths.analytics}?tab=latency&range=today`,
    },
    {
      label: t('dashboard.activeUsers'),
      value: String(station.active_users),
      to: `${paths.analytics}?by=user&range=today`,
    },
    {
      label: t('dashboard.writtenOff'),
      value: known(({ written_off: lost }) => formatSum(lost, display)),
      to: paths.log({ ...today, log_type: 2 }),
    },
    {
      label: t('dashboard.unpriced'),
      value: String(station.unpriced.length),
      to: paths.pricing,
    },
    {
      label: t('dashboard.attention'),
      value: String(station.attention),
      to: `${paths.channel}?attention=1`,
    },
  ]
}

type FiguresProps = { readonly station: Station; readonly sums: AllLogSums | undefined }

function Figures({ station, sums }: FiguresProps) {
  const figures = useFigures(station, sums)
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gap: 4,
        m: 0,
        gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
      }}
    >
      {figures.map(({ label, value, to }) => (
        <div key={label}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <Link
              component={RouterLink}
              to={to}
              color="inherit"
              underline="hover"
              sx={{ typography: 'h3', fontVariantNumeric: 'tabular-nums' }}
            >
              {value}
            </Link>
          </Box>
        </div>
      ))}
    </Box>
  )
}

function Failing({ rows }: { readonly rows: Station['failing'] }) {
  const { t } = useTranslation()
  // What is said of the time left goes down.
  useSeconds()
  if (rows.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ mt: 4 }}>
        {t('dashboard.noneFailing')}
      </Typography>
    )
  }
  return (
    <Box sx={{ mt: 4 }}>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 2 }}>
        {t('dashboard.failing')}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 5 }}>
        {rows.map((row) => (
          <Box component="li" key={`${row.id} ${row.model}`} sx={{ mb: 1 }}>
            <Link component={RouterLink} to={paths.channelRow(row.id)} underline="always">
              {row.name}
            </Link>
            {row.model !== '' && ` · ${row.model}`}
            <Typography component="span" variant="body2" color="textSecondary">
              {' · '}
              {t('dashboard.failingSince', { time: formatTime(row.since) })}
              {row.until > 0 && ` · ${leftOf(row.until, t('dashboard.probing'))}`}
            </Typography>
            <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
              {faultWords(row.reason, t)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** The time until a cooling channel is tried again. */
const leftOf = (until: number, now: string): string => {
  const left = until * 1_000 - Date.now()
  return left > 0 ? `−${formatDuration(left)}` : now
}
