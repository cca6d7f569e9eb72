import { useTranslation } from 'react-i18next'
import { RangeControl } from '../../charts/range-control.tsx'
import { ended, spanBefore, spanOf } from '../../charts/range.ts'
import { useChartState } from '../../charts/use-chart-state.ts'
import { useNow } from '../../charts/use-now.ts'
import { UsageCard } from '../usage/usage-card.tsx'

/** One's own usage over any time. */
export function OwnUsage() {
  const { t } = useTranslation()
  const now = useNow()
  const chart = useChartState({ preset: '7d', by: 'model', measure: 'spend' })
  const { choice, zone } = chart.state
  const span = spanOf(choice, now, zone)
  return (
    <UsageCard
      title={t('usage.title')}
      chart={chart}
      filters={{}}
      everybody={false}
      // What lasts until now has no end: a call of this very minute is in it.
      span={'preset' in choice ? { ...span, to: 0 } : span}
      spanBefore={spanBefore(choice, span, zone)}
      range={<RangeControl choice={choice} span={span} zone={zone} onChange={chart.change} />}
      onBrush={(taken) => chart.change({ choice: ended(taken, now) })}
    />
  )
}
