import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../charts/chart-card.tsx'
import type { ChartData, Measure } from '../../charts/chart-data.ts'
import { useChartState } from '../../charts/use-chart-state.ts'
import { paths } from '../../paths.ts'

const day = 86_400
const first = 1_767_225_600
const starts = Array.from({ length: 14 }, (_, index) => first + index * day)
const span = { from: first, to: first + 14 * day - 1 }

/** Waves that are the same on every machine: seven series, and the rest of them in one. */
function waves(scale: number): ChartData<number> {
  const series = Array.from({ length: 8 }, (_, place) => {
    const values = starts.map((_start, step) =>
      Math.round(scale * (9 - place) * (6 + ((step * (place + 3)) % 7))),
    )
    const total = values.reduce((sum, value) => sum + value, 0)
    const key = place === 7 ? '' : `model-${place + 1}`
    return { key, name: key, values, total }
  })
  return {
    step: 'day',
    starts,
    series,
    total: series.reduce((sum, { total }) => sum + total, 0),
  }
}

/** A chart with the period before it, drawn without a server. */
export function KitCharts() {
  const { t } = useTranslation()
  const chart = useChartState({ preset: '7d', by: 'model', measure: 'requests' })
  const count = (value: number) => value.toLocaleString('en-US')
  const answered = { error: null, isFetching: false, refetch: () => undefined }
  const measures: readonly Measure<number>[] = [
    {
      id: 'requests',
      label: t('usage.requests'),
      of: (value) => value,
      format: count,
      formatColumn: () => count,
      unit: { size: 1, sign: '' },
    },
  ]
  return (
    <ChartCard
      title={t('usage.title')}
      chart={{ ...chart, state: { ...chart.state, zone: 'UTC', compare: true } }}
      query={{ ...answered, data: waves(10) }}
      before={{ ...answered, data: waves(8) }}
      span={span}
      measures={measures}
      bys={[{ id: 'model', label: t('usage.byModel') }]}
      heading={t('usage.byModel')}
      nameOf={(key) => (key === '' ? t('usage.others') : key)}
      hasRows={(key) => key !== ''}
      rowsOf={({ from, to }) => paths.log({ start_timestamp: from, end_timestamp: to })}
      onBrush={({ from, to }) => chart.change({ choice: { from, to } })}
      empty={{ title: t('usage.emptyTitle'), sentence: t('usage.empty') }}
    />
  )
}
