import { logCalls } from '@posthouse/contract/calls/logs'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { LogRow } from '@posthouse/contract/log'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { codeOf } from '../../api/refusal.ts'
import { useRead } from '../../api/use-call.ts'
import { formatTime } from '../../lib/format-time.ts'
import { PeekPanel } from '../../table/peek-panel.tsx'
import { Failed, InPlaceOfRows, LoadingRows } from '../../table/table-states.tsx'
import type { List } from '../../table/use-list.ts'
import { Lantern } from '../../ui/art/lantern.tsx'
import { isCall } from './log-columns.tsx'
import type { LogFilter } from './log-fields.ts'
import { LogFacts } from './log-facts.tsx'
import { Receipt } from './receipt.tsx'

type Props = { readonly list: List<LogFilter>; readonly rows: readonly LogRow[] }

/** A row of the log: what happened, and why it cost what it did. */
export function LogPeek({ list, rows }: Props) {
  const { t } = useTranslation()
  const listed = rows.find((row) => String(row.id) === list.state.row)
  // By its id or its request id, when the list does not show it.
  const params = { id: list.state.row }
  const asked = useRead(
    logCalls,
    'getLog',
    { params },
    { enabled: listed === undefined && params.id !== '' },
  )
  const row = listed ?? asked.data
  return (
    <PeekPanel
      list={list}
      ids={rows.map((entry) => String(entry.id))}
      title={row === undefined ? t('menu.log') : row.model_name || formatTime(row.created_at)}
    >
      {row === undefined ? <RowOnItsWay asked={asked} /> : <LogTabs row={row} />}
    </PeekPanel>
  )
}

type AskedProps = {
  readonly asked: { readonly error: Error | null; readonly refetch: () => Promise<unknown> }
}

/** In the place of a row that is not here yet, or not at all. */
function RowOnItsWay({ asked }: AskedProps) {
  const { t } = useTranslation()
  if (asked.error === null) return <LoadingRows />
  if (codeOf(asked.error) !== 'log.not-found') {
    return <Failed error={asked.error} onRetry={() => void asked.refetch()} />
  }
  return <InPlaceOfRows picture={<Lantern />} title={t('log.goneTitle')} sentence={t('log.gone')} />
}

function LogTabs({ row }: { readonly row: LogRow }) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const open = query.get('panel') === 'charge' ? 'charge' : 'facts'
  const turn = (panel: string) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current)
        if (panel === 'charge') next.set('panel', panel)
        else next.delete('panel')
        return next
      },
      { replace: true },
    )
  if (!isCall(row)) return <LogFacts row={row} />
  return (
    <>
      <Tabs
        value={open}
        onChange={(_, panel: string) => turn(panel)}
        aria-label={t('log.views')}
        sx={{ mb: 4, mt: -3 }}
      >
        <Tab value="facts" label={t('log.details')} id="tab-facts" aria-controls="log-view" />
        <Tab value="charge" label={t('charge.title')} id="tab-charge" aria-controls="log-view" />
      </Tabs>
      <div role="tabpanel" id="log-view" aria-labelledby={`tab-${open}`}>
        {open === 'charge' ? <Receipt row={row} /> : <LogFacts row={row} />}
      </div>
    </>
  )
}
