import { channelCalls } from '@posthouse/contract/calls/channels'
import { logCalls } from '@posthouse/contract/calls/logs'
import Box from '@mui/material/Box'
import { type LogRow, LogQuery, logSorts } from '@posthouse/contract/log'
import { download } from '../api/download.ts'
import { useRead } from '../api/use-call.ts'
import { formatTime } from '../lib/time/format-time.ts'
import { declareNoun } from '../noun/noun.ts'
import { NounPage } from '../noun/noun-page.tsx'
import { isAdministratorNow, useIsAdministrator } from '../stores/session.ts'
import { Ledger } from '../ui/art/ledger.tsx'
import { LogChart } from './log/log-chart.tsx'
import { logActs } from './log/log-acts.tsx'
import { hasReceipt, logColumns } from './log/log-columns.tsx'
import { logFacts, LogStory } from './log/log-facts.tsx'
import { LogTools } from './log/log-tools.tsx'
import { logFilters } from './log/log-filters.ts'
import { Receipt } from './log/receipt.tsx'
import { SumStrip } from './log/sum-strip.tsx'

export const log = declareNoun({
  title: 'menu.log',
  words: 'log',
  picture: <Ledger />,
  list: {
    table: 'log',
    query: LogQuery,
    sorts: logSorts,
    defaultOrder: '-created_at',
    paging: 'cursor',
  },
  name: (row: LogRow) => formatTime(row.created_at),
  columns: logColumns,
  panel: {
    title: (row) => row.model_name || formatTime(row.created_at),
    above: (row) => <LogStory row={row} />,
    facts: logFacts,
    views: {
      label: 'log.views',
      factsWord: 'log.details',
      others: [
        {
          id: 'charge',
          word: 'charge.title',
          when: hasReceipt,
          draw: (row) => <Receipt row={row} />,
        },
      ],
    },
    gone: { code: 'log.not-found', title: 'log.goneTitle', sentence: 'log.gone' },
  },
  filters: logFilters,
  useChoices: () => {
    const query = { size: 100, order: 'name' }
    const { data } = useRead(
      channelCalls,
      'listChannels',
      { query },
      { enabled: useIsAdministrator() },
    )
    const groups = useRead(channelCalls, 'listGroups', {}, { enabled: useIsAdministrator() })
    const channels = data?.data ?? []
    return {
      channel_id: channels.map(({ id, name }) => ({ value: String(id), label: name })),
      user_group: (groups.data ?? []).map((group) => ({ value: group, label: group })),
    }
  },
  acts: logActs,
  calls: {
    // Administrators read everybody's log, others their own.
    useRows: ({ cursor: { before = 0, after = 0 }, size, order, filters }) => {
      const administrator = useIsAdministrator()
      const query = { size, order, before_id: before, after_id: after, ...filters }
      const options = { keep: true, enabled: administrator }
      const all = useRead(logCalls, 'listLogs', { query }, options)
      const own = useRead(
        logCalls,
        'listOwnLogs',
        { query },
        { ...options, enabled: !administrator },
      )
      return administrator ? all : own
    },
    // By its id or its request id.
    useRow: (id, enabled) => useRead(logCalls, 'getLog', { params: { id } }, { enabled }),
    download: (query) =>
      isAdministratorNow()
        ? download(logCalls, 'exportLogs', { query })
        : download(logCalls, 'exportOwnLogs', { query }),
  },
  above: (list) => (
    <Box sx={{ mb: 4 }}>
      <LogTools list={list} />
      <LogChart list={list} />
    </Box>
  ),
  strip: (filters) => <SumStrip filters={filters} />,
})

export const LogPage = () => <NounPage noun={log} />
