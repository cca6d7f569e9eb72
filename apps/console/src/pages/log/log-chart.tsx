import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { spanBefore } from '../../charts/range.ts'
import { useChartState } from '../../charts/use-chart-state.ts'
import { useNow } from '../../charts/use-now.ts'
import { useIsAdministrator } from '../../stores/session.ts'
import type { List } from '../../table/state/use-list.ts'
import { UsageCard } from '../usage/usage-card.tsx'
import type { LogFilter } from './log-filters.ts'

type Props = { readonly list: List<LogFilter> }

/** The rows of the list as a chart, over them. It unfolds when it is wanted, and the address says so. */
export function LogChart({ list }: Props) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const folded = query.get('chart') !== 'open'
  const fold = (
    <Button
      size="small"
      aria-expanded={!folded}
      startIcon={folded ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
      onClick={() =>
        setQuery((current) => {
          const next = new URLSearchParams(current)
          if (folded) next.set('chart', 'open')
          else next.delete('chart')
          return next
        })
      }
    >
      {t(folded ? 'chart.unfold' : 'chart.fold')}
    </Button>
  )
  if (!folded) return <OpenChart list={list} corner={fold} />
  return (
    <Card sx={{ px: 5, py: 2, display: 'flex', alignItems: 'center' }}>
      <Typography component="h2" variant="h3" sx={{ flex: 1 }}>
        {t('usage.title')}
      </Typography>
      {fold}
    </Card>
  )
}

function OpenChart({ list, corner }: Props & { readonly corner: ReactNode }) {
  const { t } = useTranslation()
  const now = useNow()
  const everybody = useIsAdministrator()
  const chart = useChartState({ preset: '7d', by: 'model', measure: 'spend' })
  const { start_timestamp: start, end_timestamp: end, ...filters } = list.state.filters
  const span = { from: Number(start) || 0, to: Number(end) || 0 }
  const bounded = { from: span.from, to: span.to > 0 ? span.to : now }
  return (
    <UsageCard
      title={t('usage.title')}
      chart={chart}
      filters={filters}
      everybody={everybody}
      span={span}
      // Without a beginning nothing is before it.
      spanBefore={
        span.from > 0 && bounded.to > span.from
          ? spanBefore(bounded, bounded, chart.state.zone)
          : null
      }
      corner={corner}
      onBrush={({ from, to }) =>
        list.change({
          filters: {
            start_timestamp: from > 0 ? String(from) : '',
            end_timestamp: to > 0 ? String(to) : '',
          },
        })
      }
    />
  )
}
