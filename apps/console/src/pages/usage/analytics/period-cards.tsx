import type { Latency, PeriodFigures } from '@posthouse/contract/calls/analytics'
import { formatSum, sumColumn } from '@posthouse/contract/format-amount'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import type { Measure } from '../../../charts/chart-data.ts'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { paths } from '../../../paths.ts'
import { useAmountDisplay } from '../../../stores/site.ts'
import { LineCard } from './line-card.tsx'
import { faultWords } from '../../../ui/suppliers/fault-words.ts'
import { callsOf, comparedParts, type Period } from './period.ts'

const count = (value: number): string => value.toLocaleString('en-US')

const counting = <Values,>(
  id: string,
  label: string,
  of: (values: Values) => number,
): Measure<Values> => ({
  id,
  label,
  of,
  format: count,
  formatColumn: () => count,
  unit: { size: 1, sign: '' },
})

const total = <Values,>(
  series: readonly { readonly total: Values }[],
  of: (values: Values) => number,
): number => series.reduce((sum, entry) => sum + of(entry.total), 0)

/** The share of input that suppliers had in a cache. */
export function CacheCard({ chart, span, query, before }: Period) {
  const { t } = useTranslation()
  const share = ({ input, cached }: { input: number; cached: number }) =>
    input === 0 ? null : cached / input
  return (
    <LineCard
      title={t('analytics.cache')}
      help={t('analytics.cacheHelp')}
      zone={chart.state.zone}
      span={span}
      query={query}
      before={chart.state.compare ? before : null}
      linesOf={({ cache }) => [
        { key: 'share', name: t('analytics.share'), values: cache.values.map(share) },
      ]}
      totalOf={({ cache }) => share(cache.total)}
      format={(value) => `${(value * 100).toFixed(1)}%`}
      unit="share"
      rowsOf={(stretch) => callsOf(stretch)}
    />
  )
}

const percentiles = (values: readonly Latency[]) =>
  (['p50', 'p95', 'p99'] as const).map((key) => ({
    key,
    name: key,
    values: values.map((latency) => latency[key]),
  }))

/** How long answers took. */
export function LatencyCards({ chart, span, query, before }: Period) {
  const { t } = useTranslation()
  const { zone } = chart.state
  const shared = {
    zone,
    span,
    query,
    before: chart.state.compare ? before : null,
    format: formatDuration,
    unit: 'milliseconds' as const,
    rowsOf: (stretch: { from: number; to: number }) => callsOf(stretch, { log_type: '2' }),
  }
  return (
    <>
      <LineCard
        {...shared}
        title={t('analytics.duration')}
        linesOf={({ duration }) => percentiles(duration.values)}
        totalOf={({ duration }) => duration.total.p50}
      />
      <LineCard
        {...shared}
        title={t('analytics.firstContent')}
        linesOf={({ first_content: first }) => percentiles(first.values)}
        totalOf={({ first_content: first }) => first.total.p50}
      />
      <LineCard
        {...shared}
        title={t('analytics.channelLatency')}
        linesOf={({ channel_latency: channels }) =>
          channels.map(({ key, name, values }) => ({
            key,
            name: name === '' ? t('usage.others') : name,
            values: values.map(({ milliseconds }) => milliseconds),
          }))
        }
        totalOf={({ duration }) => duration.total.p50}
      />
    </>
  )
}

type Attempts = { readonly attempts: number }

/** Why attempts failed, and where. */
export function ErrorCards({ chart, span, query, before, onBrush }: Period) {
  const { t } = useTranslation()
  const attempts = ({ attempts: number }: Attempts) => number
  const shared = {
    chart,
    span,
    onBrush,
    bys: [],
    measures: [counting<Attempts>('attempts', t('analytics.attempts'), attempts)],
    empty: { title: t('analytics.noData'), sentence: t('analytics.noDataHelp') },
  }
  const of = (pick: (figures: PeriodFigures) => PeriodFigures['failures']) =>
    comparedParts({ query, before }, (figures) => ({
      series: pick(figures),
      total: { attempts: total(pick(figures), attempts) },
    }))
  return (
    <>
      <ChartCard
        {...shared}
        title={t('analytics.failures')}
        {...of(({ failures }) => failures)}
        heading={t('analytics.reason')}
        nameOf={(key) => (key === '' ? t('usage.others') : faultWords(key, t))}
        hasRows={() => false}
        rowsOf={(stretch) => callsOf(stretch, { log_type: '5' })}
      />
      <ChartCard
        {...shared}
        title={t('analytics.failuresByChannel')}
        {...of(({ failures_by_channel: channels }) => channels)}
        heading={t('usage.byChannel')}
        nameOf={(key, name) => (key === '' ? t('usage.others') : name === '' ? `#${key}` : name)}
        hasRows={(key) => key !== ''}
        rowsOf={(stretch, series) =>
          callsOf(stretch, series === null ? { log_type: '5' } : { channel_id: series.key })
        }
      />
    </>
  )
}

/** Who came, and what came in. */
export const PeopleCards = (period: Period) => (
  <>
    <RegistrationCard {...period} />
    <RedemptionCard {...period} />
    <TopUpCard {...period} />
  </>
)

/** What charts of people and payments share: no filter of the log finds their rows. */
function useShared({ chart, span, onBrush }: Period) {
  const { t } = useTranslation()
  return {
    chart,
    span,
    onBrush,
    bys: [],
    empty: { title: t('analytics.noData'), sentence: t('analytics.noDataHelp') },
    hasRows: () => false,
  }
}

type Users = { readonly users: number }

function RegistrationCard(period: Period) {
  const { t } = useTranslation()
  const users = ({ users: number }: Users) => number
  const wayName = (key: string) =>
    key === 'direct' || key === 'invited' ? t(`analytics.${key}`) : key
  return (
    <ChartCard
      {...useShared(period)}
      title={t('analytics.registrations')}
      {...comparedParts(period, ({ registrations }) => ({
        series: registrations,
        total: { users: total(registrations, users) },
      }))}
      measures={[counting<Users>('users', t('analytics.people'), users)]}
      heading={t('analytics.ways')}
      nameOf={(key) => (key === '' ? t('usage.others') : wayName(key))}
      rowsOf={() => paths.user}
    />
  )
}

type Redeemed = Users & { readonly quota: number }

function RedemptionCard(period: Period) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const amount: Measure<Redeemed> = {
    id: 'amount',
    label: t('analytics.amount'),
    of: ({ quota }) => quota,
    format: (quota) => formatSum(quota, display),
    formatColumn: (values) => sumColumn(values, display),
    unit: display.displayInCurrency
      ? { size: display.quotaPerUnit, sign: '$' }
      : { size: 1, sign: '' },
  }
  return (
    <ChartCard
      {...useShared(period)}
      title={t('analytics.redemption')}
      {...comparedParts(period, ({ redemptions }) => ({
        series: [{ key: 'all', name: '', ...redemptions }],
        total: redemptions.total,
      }))}
      measures={[
        amount,
        counting<Redeemed>('people', t('analytics.redemptionPeople'), ({ users }) => users),
      ]}
      heading={t('analytics.redemption')}
      nameOf={() => t('analytics.all')}
      rowsOf={() => paths.redemption}
    />
  )
}

type Paid = { readonly minor: number; readonly orders: number }

const coins = (minor: number): string => (minor / 100).toFixed(2)

function TopUpCard(period: Period) {
  const { t } = useTranslation()
  return (
    <ChartCard
      {...useShared(period)}
      title={t('analytics.topUps')}
      {...comparedParts(period, ({ top_ups: paid }) => ({
        series: paid,
        total: {
          minor: total(paid, ({ minor }) => minor),
          orders: total(paid, ({ orders }) => orders),
        },
      }))}
      measures={[
        counting<Paid>('orders', t('analytics.paid'), ({ orders }) => orders),
        {
          ...counting<Paid>('minor', t('analytics.amount'), ({ minor }) => minor),
          format: coins,
          formatColumn: () => coins,
          unit: { size: 100, sign: '' },
        },
      ]}
      heading={t('analytics.currency')}
      nameOf={(key) => (key === '' ? t('usage.others') : key)}
      rowsOf={() => paths.payment}
    />
  )
}
