import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { analyticsCalls } from '@posthouse/contract/calls/analytics'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useRead } from '../../../api/use-call.ts'
import { RangeControl } from '../../../charts/range-control.tsx'
import { ended, type Span, spanBefore, spanOf } from '../../../charts/range.ts'
import { type Chart, useChartState } from '../../../charts/use-chart-state.ts'
import { useNow } from '../../../charts/use-now.ts'
import { Failed } from '../../../table/table-states.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { UsageCard } from '../usage-card.tsx'
import { MarginCard } from './margin-card.tsx'
import { callsOf, type Period, useCompared } from './period.ts'
import { CacheCard, ErrorCards, LatencyCards, PeopleCards } from './period-cards.tsx'
import { StationCards } from './station-cards.tsx'
import { TopCard } from './top-card.tsx'

const tabs = ['usage', 'latency', 'errors', 'users'] as const
type TabName = (typeof tabs)[number]

const isTab = (name: string): name is TabName => tabs.some((tab) => tab === name)

/** The station over any time: what was used, how fast, what failed, who came and paid. */
export function AnalyticsPage() {
  const { t } = useTranslation()
  const now = useNow()
  const chart = useChartState({ preset: '7d', by: 'channel', measure: 'spend' })
  const [query] = useSearchParams()
  const given = query.get('tab') ?? ''
  const tab = isTab(given) ? given : 'usage'
  const span = spanOf(chart.state.choice, now, chart.state.zone)
  return (
    <>
      <PageHeading title={t('menu.analytics')} lead={t('analytics.lead')} />
      <Figures />
      <RangeBar chart={chart} span={span} />
      <TabBar tab={tab} />
      <Box
        id="analytics-panel"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
      >
        <Contents
          tab={tab}
          chart={chart}
          span={span}
          onBrush={(taken) => chart.change({ choice: ended(taken, now) })}
        />
      </Box>
    </>
  )
}

type BarProps = { readonly chart: Chart; readonly span: Span }

function RangeBar({ chart, span }: BarProps) {
  const { choice, zone } = chart.state
  return (
    <Card
      sx={{ px: 5, py: 3, mb: 4, display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'center' }}
    >
      <RangeControl choice={choice} span={span} zone={zone} onChange={chart.change} />
    </Card>
  )
}

function TabBar({ tab }: { readonly tab: TabName }) {
  const { t } = useTranslation()
  const [, setQuery] = useSearchParams()
  return (
    <Tabs
      value={tab}
      onChange={(_, name: TabName) =>
        setQuery((current) => {
          const next = new URLSearchParams(current)
          next.set('tab', name)
          return next
        })
      }
      variant="scrollable"
      aria-label={t('analytics.tabs')}
      sx={{ mb: 4 }}
    >
      {tabs.map((name) => (
        <Tab
          key={name}
          value={name}
          label={t(`analytics.tab.${name}`)}
          id={`tab-${name}`}
          aria-controls="analytics-panel"
        />
      ))}
    </Tabs>
  )
}

function Figures() {
  const query = useRead(analyticsCalls, 'getStationFigures', {})
  if (query.error !== null) {
    return <Failed error={query.error} onRetry={() => void query.refetch()} />
  }
  return <StationCards figures={query.data} />
}

type ContentsProps = {
  readonly tab: TabName
  readonly chart: Chart
  readonly span: Span
  readonly onBrush: (span: Span) => void
}

function Contents({ tab, chart, span, onBrush }: ContentsProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { zone, choice } = chart.state
  // What lasts until now has no end: a call of this very minute is in it.
  const asked = 'preset' in choice ? { ...span, to: 0 } : span
  const spanOfBefore = spanBefore(choice, spanOf(choice, now, zone), zone)
  const { query, before } = useCompared(asked, {
    zone,
    compare: chart.state.compare,
    spanBefore: spanOfBefore,
  })
  const period: Period = { chart, span: asked, query, before, onBrush }
  if (tab === 'latency') return <LatencyCards {...period} />
  if (tab === 'users') {
    return (
      <>
        <TopCard
          title={t('analytics.topUsers')}
          heading={t('usage.byUser')}
          query={query}
          rowsIn={({ top_users: users }) => users}
          rowsOf={({ key, name }) => callsOf(asked, { username: name === '' ? key : name })}
        />
        <PeopleCards {...period} />
      </>
    )
  }
  if (tab === 'errors') {
    return (
      <>
        <ErrorCards {...period} />
        <Usage only="errors" chart={chart} span={asked} onBrush={onBrush} />
      </>
    )
  }
  return (
    <>
      <Usage only="spend" chart={chart} span={asked} onBrush={onBrush} />
      <Usage only="requests" chart={chart} span={asked} onBrush={onBrush} />
      <Usage only="tokens" chart={chart} span={asked} onBrush={onBrush} />
      <MarginCard {...period} />
      <TopCard
        title={t('analytics.topModels')}
        heading={t('usage.byModel')}
        query={query}
        rowsIn={({ top_models: models }) => models}
        rowsOf={({ key }) => callsOf(asked, { model_name: key })}
      />
      <CacheCard {...period} />
    </>
  )
}

const titles = {
  spend: 'analytics.consumption',
  requests: 'analytics.requests',
  tokens: 'analytics.tokens',
  errors: 'analytics.errors',
} as const

type UsageProps = Omit<ContentsProps, 'tab'> & { readonly only: keyof typeof titles }

function Usage({ only, chart, span, onBrush }: UsageProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { choice, zone } = chart.state
  const whole = spanOf(choice, now, zone)
  return (
    <UsageCard
      title={t(titles[only])}
      chart={chart}
      filters={{}}
      everybody
      span={span}
      spanBefore={spanBefore(choice, whole, zone)}
      onBrush={onBrush}
      only={only}
    />
  )
}
