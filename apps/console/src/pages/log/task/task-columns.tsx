import { formatExact } from '@posthouse/contract/format-amount'
import type { Task, TaskSort } from '@posthouse/contract/task'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { textOf, timeColumn } from '../../../noun/cells.tsx'
import type { Look, NounColumns } from '../../../noun/noun.ts'
import { paths } from '../../../paths.ts'
import { ChargeCell } from '../../../table/cells/charge-cell.tsx'
import { NameCell } from '../../../table/cells/name-cell.tsx'
import { Chip } from '../../../ui/status-chip.tsx'
import { StatusButton, Thumbnail } from './result-button.tsx'
import { TypeChip } from './type-chip.tsx'

const textMost = 30

/** The beginning of a long text, all of it on hover. */
const shortText = (text: string) => {
  if (text === '') return '—'
  if (text.length <= textMost) return text
  return (
    <Tooltip title={text}>
      <span>{`${text.slice(0, textMost)}…`}</span>
    </Tooltip>
  )
}

const whole = (text: string) =>
  text === '' ? '—' : <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>

const platforms = { midjourney: true, suno: true, video: true } as const
const isKnown = (name: string): name is keyof typeof platforms => Object.hasOwn(platforms, name)

const platformName = ({ platform }: Task, { t }: Look) =>
  isKnown(platform) ? t(`task.platforms.${platform}`) : platform

/** A charge leads to the log; what was given back is said beside it, and so is what is still held. */
function amountOf(task: Task, { t, display }: Look) {
  const { log_id: log, quota, refunded, held } = task
  if (log === '') {
    return held === 0 ? '—' : t('task.held', { amount: formatExact(held, display) })
  }
  return (
    <>
      <ChargeCell row={log} quota={quota} />
      {refunded > 0 && (
        <Typography variant="caption" color="textSecondary" component="span" sx={beneath}>
          {`${t('task.refunded')} ${formatExact(refunded, display)}`}
        </Typography>
      )}
    </>
  )
}

const beneath = { display: 'block', whiteSpace: 'nowrap' } as const

const codes = { 0: 'none', 1: 'submitted', 21: 'waiting', 22: 'duplicate' } as const
const codeTones = {
  none: 'muted',
  submitted: 'info',
  waiting: 'warning',
  duplicate: 'muted',
} as const

const codeOf = ({ code }: Task) => codes[code as keyof typeof codes] ?? 'none'

/** Columns of every list of tasks. */
const shared = {
  id: {
    label: 'task.id',
    card: 'title',
    sort: 'id',
    room: 260,
    cell: (row) => <NameCell name={row.model} id={row.id} />,
    fact: textOf('id'),
  },
  submitted: timeColumn('task.submitted', 'submit_time', { card: 'fact', sort: 'submit_time' }),
  channel: {
    label: 'task.channel',
    optional: true,
    room: 110,
    gives: 3,
    sort: 'channel',
    only: 'administrators',
    cell: ({ channel }) => channel?.name ?? '—',
    fact: ({ channel }) =>
      channel === null ? (
        '—'
      ) : (
        <Link component={RouterLink} to={paths.channelRow(channel.id)}>
          {channel.name}
        </Link>
      ),
  },
  user: {
    label: 'task.user',
    optional: true,
    room: 100,
    gives: 2,
    sort: 'user',
    only: 'administrators',
    cell: textOf('username'),
    fact: (row) => (
      <Link component={RouterLink} to={paths.userRow(row.user_id)}>
        {row.username}
      </Link>
    ),
  },
  type: {
    label: 'task.type',
    optional: true,
    room: 120,
    sort: 'action',
    cell: (row) => <TypeChip task={row} />,
  },
  duration: {
    label: 'task.duration',
    numeric: true,
    card: 'fact',
    optional: true,
    room: 90,
    cell: ({ duration }) => formatDuration(duration),
  },
  progress: {
    label: 'task.progress',
    numeric: true,
    card: 'fact',
    room: 80,
    cell: ({ progress }) => `${progress}%`,
  },
  status: {
    label: 'task.status',
    card: 'status',
    sort: 'status',
    room: 120,
    cell: (row) => <StatusButton task={row} />,
  },
  reason: {
    label: 'task.reason',
    optional: true,
    room: 200,
    gives: 6,
    cell: ({ fail_reason: reason }) => shortText(reason),
    fact: ({ fail_reason: reason }) => whole(reason),
    when: ({ fail_reason: reason }) => reason !== '',
  },
  amount: {
    label: 'task.amount',
    numeric: true,
    card: 'fact',
    kept: true,
    room: 130,
    cell: amountOf,
  },
} satisfies NounColumns<Task, TaskSort>

const { id, submitted, channel, user, type, duration, progress, status, reason, amount } = shared

export const taskColumns = {
  id,
  submitted,
  finished: timeColumn('task.finished', 'finish_time', { sort: 'finish_time', gives: 5 }),
  channel,
  user,
  platform: {
    label: 'task.platform',
    optional: true,
    room: 90,
    gives: 4,
    sort: 'platform',
    cell: platformName,
  },
  type,
  duration,
  progress,
  status,
  reason,
  amount,
} satisfies NounColumns<Task, TaskSort>

export const midjourneyColumns = {
  id,
  submitted,
  channel,
  user,
  type,
  code: {
    label: 'task.code',
    optional: true,
    room: 110,
    gives: 4,
    sort: 'code',
    cell: (row, { t }) => (
      <Chip tone={codeTones[codeOf(row)]} glyph="◆">
        {t(`task.codes.${codeOf(row)}`)}
      </Chip>
    ),
  },
  status,
  progress,
  duration: {
    ...duration,
    cell: (row) => (
      <Chip tone={row.duration <= 60_000 ? 'success' : 'error'} glyph="●">
        {formatDuration(row.duration)}
      </Chip>
    ),
  },
  picture: { label: 'task.resultPicture', room: 90, cell: (row) => <Thumbnail task={row} /> },
  prompt: {
    label: 'task.prompt',
    optional: true,
    room: 220,
    gives: 5,
    cell: ({ prompt }) => shortText(prompt),
    fact: ({ prompt }) => whole(prompt),
  },
  promptEn: {
    label: 'task.promptEn',
    optional: true,
    room: 220,
    gives: 7,
    cell: ({ prompt_en: prompt }) => shortText(prompt),
    fact: ({ prompt_en: prompt }) => whole(prompt),
    when: ({ prompt_en: prompt }) => prompt !== '',
  },
  reason,
  amount,
} satisfies NounColumns<Task, TaskSort>
