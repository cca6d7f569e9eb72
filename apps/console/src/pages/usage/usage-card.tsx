import type { SeriesValues } from '@posthouse/contract/log'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../charts/chart-card.tsx'
import type { Measure } from '../../charts/chart-data.ts'
import type { Span } from '../../charts/range.ts'
import type { Chart } from '../../charts/use-chart-state.ts'
import { formatShort, formatSum, sumColumn } from '@posthouse/contract/format-amount'
import { paths } from '../../paths.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { bysOfEverybody, ownBys, type UsageFilters, useUsage } from './use-usage.ts'

type Props = {
  readonly title: string
  readonly chart: Chart
  readonly filters: UsageFilters
  readonly everybody: boolean
  /** What the chart is asked for, epoch seconds; 0: open. */
  readonly span: Span
  /** The period before; null where there is none. */
  readonly spanBefore: Span | null
  readonly range?: ReactNode
  readonly corner?: ReactNode
  readonly onBrush: (span: Span) => void
  /** The one figure that it shows; absent: there is a choice. */
  readonly only?: 'spend' | 'requests' | 'tokens' | 'errors'
}

/** Usage of a filter as a chart: what it cost, how many calls, how many tokens. */
export function UsageCard(props: Props) {
  const { title, chart, filters, everybody, span, spanBefore, range, corner, onBrush, only } = props
  const { t } = useTranslation()
  const { zone, by, compare } = chart.state
  const asked = { filters, zone, by, everybody }
  const query = useUsage({ ...asked, span, step: 'auto', enabled: true })
  const step = query.data?.step
  const before = useUsage({
    ...asked,
    span: spanBefore ?? span,
    step: step ?? 'auto',
    enabled: compare && spanBefore !== null && step !== undefined,
  })
  const bys = useBys(everybody)
  const names = useNames(by)
  return (
    <ChartCard
      title={title}
      chart={chart}
      query={query}
      before={spanBefore === null ? null : before}
      span={span}
      measures={useMeasures().filter(({ id }) => only === undefined || id === only)}
      bys={bys}
      heading={bys.find(({ id }) => id === by)?.label ?? t('usage.byModel')}
      nameOf={names}
      hasRows={(key) => filterOf(by, { key, name: key }) !== undefined}
      rowsOf={({ from, to }, series) =>
        paths.log({
          ...filters,
          start_timestamp: from > 0 ? from : undefined,
          end_timestamp: to > 0 ? to : undefined,
          ...(series === null ? {} : filterOf(by, series)),
        })
      }
      onBrush={onBrush}
      range={range}
      corner={corner}
      empty={{ title: t('usage.emptyTitle'), sentence: t('usage.empty') }}
    />
  )
}

/** The filter of the log that finds the rows of a series; undefined where none does. */
function filterOf(
  by: string,
  { key, name }: { readonly key: string; readonly name: string },
): Readonly<Record<string, string>> | undefined {
  if (key === '' || key === '—' || key === '0' || key === 'all') return undefined
  if (by === 'channel') return { channel_id: key }
  if (by === 'none') return undefined
  if (by === 'supplier') return { channel_type: key }
  if (by === 'group') return { user_group: key }
  if (name === '') return undefined
  if (by === 'token') return { token_name: name }
  return by === 'user' ? { username: name } : { model_name: key }
}

function useNames(by: string): (key: string, name: string) => string {
  const { t } = useTranslation()
  return (key, name) => {
    if (key === '') return t('usage.others')
    if (by === 'none') return t('usage.all')
    if (name !== '') return name
    return key === '—' || key === '0' ? t('usage.unnamed') : `#${key}`
  }
}

function useBys(everybody: boolean) {
  const { t } = useTranslation()
  const labels = {
    model: t('usage.byModel'),
    token: t('usage.byToken'),
    channel: t('usage.byChannel'),
    supplier: t('usage.bySupplier'),
    user: t('usage.byUser'),
    group: t('usage.byGroup'),
    none: t('usage.byNone'),
  }
  return (everybody ? bysOfEverybody : ownBys).map((id) => ({ id, label: labels[id] }))
}

function useMeasures(): readonly Measure<SeriesValues>[] {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const spend = (units: number) => formatSum(units, display)
  const count = (value: number) => value.toLocaleString('en-US')
  return [
    {
      id: 'spend',
      label: t('usage.spend'),
      of: ({ quota }) => quota,
      format: spend,
      formatColumn: (values) => sumColumn(values, display),
      unit: display.displayInCurrency
        ? { size: display.quotaPerUnit, sign: '$' }
        : { size: 1, sign: '' },
    },
    {
      id: 'requests',
      label: t('usage.requests'),
      of: ({ requests }) => requests,
      format: count,
      formatColumn: () => count,
      unit: { size: 1, sign: '' },
    },
    {
      id: 'tokens',
      label: t('usage.tokens'),
      of: (values) => values.prompt_tokens + values.completion_tokens,
      format: formatShort,
      formatColumn: () => formatShort,
      unit: { size: 1, sign: '' },
    },
    {
      id: 'errors',
      label: t('usage.errors'),
      of: ({ errors }) => errors,
      format: count,
      formatColumn: () => count,
      unit: { size: 1, sign: '' },
    },
  ]
}
