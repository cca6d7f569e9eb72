import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { formatCharge } from '@posthouse/contract/format-amount'
import type { LogRow } from '@posthouse/contract/log'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { formatDuration } from '../../lib/format-time.ts'
import { paths } from '../../paths.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { ChargeCell } from '../../table/cells/charge-cell.tsx'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { InlineError } from '../../ui/inline-error.tsx'
import { logTypeName } from '../../ui/status.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { isCall } from './log-columns.tsx'

/** Everything that the log knows of a row. */
export function LogFacts({ row }: { readonly row: LogRow }) {
  const { t } = useTranslation()
  const failed = row.error_code !== ''
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <div>
        <StatusChip status={logTypeName(row.type)} />
      </div>
      {failed && <InlineError text={`${row.error_code}: ${row.content}`} />}
      {!failed && row.content !== '' && <div>{row.content}</div>}
      <Facts facts={useFacts(row)} />
      {row.request_id !== '' && <CopyField text={row.request_id} label={t('log.requestId')} />}
    </Box>
  )
}

function useFacts(row: LogRow): readonly Fact[] {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const when: Fact[] = [{ label: t('log.time'), value: <TimeCell seconds={row.created_at} /> }]
  if (row.username !== '') {
    const to = paths.log({ username: row.username })
    when.push({ label: t('log.user'), value: <Named to={to} name={row.username} /> })
  }
  const quota = {
    label: t('log.quota'),
    value: isCall(row) ? (
      <ChargeCell row={row.id} quota={row.quota} />
    ) : (
      formatCharge(row.quota, display)
    ),
  }
  return isCall(row) ? [...when, ...callFacts(row, t), quota] : [...when, quota]
}

function callFacts(row: LogRow, t: ReturnType<typeof useTranslation>['t']): Fact[] {
  const first = row.first_content_time
  const facts: Fact[] = [
    {
      label: t('log.token'),
      value: <Named to={paths.log({ token_name: row.token_name })} name={row.token_name} />,
    },
    { label: t('log.model'), value: row.model_name || '—' },
    { label: t('log.group'), value: row.group || '—' },
    { label: t('log.httpStatus'), value: row.status === 0 ? '—' : row.status },
    { label: t('log.stream'), value: t(row.is_stream ? 'log.yes' : 'log.no') },
    { label: t('log.duration'), value: formatDuration(row.request_time) },
    { label: t('log.firstToken'), value: first === null ? '—' : formatDuration(first) },
    { label: t('log.input'), value: row.prompt_tokens.toLocaleString('en-US') },
    { label: t('log.output'), value: row.completion_tokens.toLocaleString('en-US') },
    { label: t('log.address'), value: row.source_ip || '—' },
  ]
  for (const doubt of row.doubts) {
    const claimed = doubt.claimed.toLocaleString('en-US')
    const believed = doubt.believed.toLocaleString('en-US')
    facts.push({
      label: t('log.doubts'),
      value: t(`charge.doubt.${doubt.what}`, { claimed, believed }),
    })
  }
  if (row.channel !== null) {
    const { id, name } = row.channel
    facts.push({ label: t('log.channel'), value: <Named to={paths.channelRow(id)} name={name} /> })
  }
  return facts
}

/** What the row is about, by its name and with the way to it. */
function Named({ to, name }: { readonly to: string; readonly name: string }) {
  return name === '' ? (
    <>—</>
  ) : (
    <Link component={RouterLink} to={to}>
      {name}
    </Link>
  )
}
