import Box from '@mui/material/Box'
import type { Channel, ChannelSort } from '@posthouse/contract/channel'
import { ChannelInput } from '@posthouse/contract/channel-input'
import type { TextKey } from '../../i18n/index.ts'
import { formatDuration, formatTime } from '../../lib/time/format-time.ts'
import { nameColumn, statusColumn, sumColumn, textOf, timeOf } from '../../noun/cells.tsx'
import type { Look, NounColumns } from '../../noun/noun.ts'
import { InlineNumber } from '../../table/cells/inline-number.tsx'
import { faultWords } from '../../ui/suppliers/fault-words.ts'
import { channelStatusName } from '../../ui/status.ts'
import { SupplierName } from '../../ui/suppliers/supplier-name.tsx'
import { AttentionDot } from './attention.tsx'
import { putChannel } from './channel-acts.tsx'
import { FrozenLeft } from './frozen.tsx'
import { BalanceCell, BalanceLine } from './supplier/balance-cell.tsx'

const state = statusColumn(({ status, cooling }: Channel) =>
  channelStatusName(status, cooling.length > 0),
)

const stateCell = (row: Channel) => (
  <>
    {state.cell(row)}
    {row.attention !== null && <AttentionDot />}
    {row.status === 1 && row.cooling.length > 0 && <FrozenLeft cooling={row.cooling} />}
  </>
)

const testFailed = ({ test_failure: reason }: Channel, { t }: Look) => (
  <Box component="span" title={reason} sx={{ color: 'error.main' }}>
    {t('channel.testFailed')}
  </Box>
)

/** What routing makes of a priority, and of a weight: the channel's share of those that are asked with it. */
const meaning = {
  priority: ({ turn }: Channel, { t }: Look) => t(`channel.turn.${turn}`),
  weight: ({ share }: Channel) => (share === null ? '—' : `${Math.round(share * 100)}%`),
}

/** Priority and weight are changed where they stand. */
const inPlace = (field: 'priority' | 'weight', label: TextKey, of: TextKey, done: TextKey) => ({
  label,
  numeric: true,
  card: 'fact' as const,
  sort: field,
  cell: (row: Channel, look: Look) => (
    <>
      <InlineNumber
        value={row[field]}
        schema={ChannelInput.shape[field]}
        label={look.t(of, { name: row.name })}
        field={look.t(label)}
        save={(value) => putChannel(row, { [field]: value }, done)}
      />
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{meaning[field](row, look)}</Box>
    </>
  ),
  fact: (row: Channel) => row[field],
})

const used = sumColumn('channel.used', 'used_quota', {
  optional: true,
})

export const channelColumns = {
  name: nameColumn('channel.name', (row: Channel) => `#${row.id}`),
  status: {
    ...state,
    cell: stateCell,
    cardCell: (row, look) => (
      <Box sx={{ display: 'grid', justifyItems: 'end', rowGap: 1, fontSize: 12 }}>
        {stateCell(row)}
        {row.test_failure !== '' && testFailed(row, look)}
      </Box>
    ),
  },
  priority: inPlace('priority', 'channel.priority', 'channel.priorityOf', 'channel.done.priority'),
  weight: inPlace('weight', 'channel.weight', 'channel.weightOf', 'channel.done.weight'),
  type: {
    label: 'channel.type',
    card: 'fact',
    sort: 'type',
    cell: (row) => <SupplierName type={row.type} />,
  },
  groups: {
    label: 'channel.groups',
    gives: 5,
    optional: true,
    sort: 'group',
    cell: (row) => row.group.join(', '),
  },
  tag: { label: 'channel.tag', gives: 6, optional: true, cell: textOf('tag') },
  models: {
    label: 'channel.modelCount',
    gives: 2,
    numeric: true,
    card: 'fact',
    optional: true,
    cell: (row) => row.models.length,
  },
  'response-time': {
    label: 'channel.responseTime',
    gives: 1,
    numeric: true,
    optional: true,
    sort: 'response_time',
    cell: (row, look) => {
      if (row.test_time === 0) return look.t('channel.notTested')
      return row.test_failure === '' ? formatDuration(row.response_time) : testFailed(row, look)
    },
  },
  pulse: {
    label: 'channel.lastHour',
    numeric: true,
    optional: true,
    cell: (row, { t }) => {
      const { answered, failed, p50 } = row.pulse
      if (answered + failed === 0) return '—'
      const rate = Math.floor((100 * answered) / (answered + failed))
      return (
        <Box component="span" sx={failed > answered ? { color: 'error.main' } : {}}>
          {p50 === null
            ? t('channel.noneAnswered', { failed })
            : `${rate}% · ${formatDuration(p50)}`}
        </Box>
      )
    },
  },
  'last-success': {
    label: 'channel.lastSuccess',
    gives: 4,
    optional: true,
    cell: timeOf('last_success'),
  },
  'last-failure': {
    label: 'channel.lastFailure',
    gives: 3,
    room: 200,
    optional: true,
    cell: ({ last_failure: last }, { t }) =>
      last === null ? (
        '—'
      ) : (
        <Box component="span" title={`${formatTime(last.time)} ${last.message}`}>
          {faultWords(last.failure, t)}
        </Box>
      ),
  },
  used: {
    ...used,
    cell: (row, look) =>
      row.balance === null ? (
        used.cell(row, look)
      ) : (
        <>
          {used.cell(row, look)}
          <BalanceLine channel={row} />
        </>
      ),
    fact: used.cell,
  },
  balance: {
    label: 'channel.balance',
    gives: 5,
    numeric: true,
    optional: true,
    sort: 'balance',
    cell: (row) => <BalanceCell channel={row} />,
  },
} satisfies NounColumns<Channel, ChannelSort>
