import type { DashboardRow } from '@posthouse/contract/log'

export type Totals = { readonly requests: number; readonly quota: number; readonly tokens: number }

/** What a day came to, over all models. */
export function totalsOn(rows: readonly DashboardRow[], date: string): Totals {
  const ofDay = rows.filter((row) => row.Date === date)
  const sum = (value: (row: DashboardRow) => number) =>
    ofDay.reduce((total, row) => total + value(row), 0)
  return {
    requests: sum((row) => row.RequestCount),
    quota: sum((row) => row.Quota),
    tokens: sum((row) => row.PromptTokens + row.CompletionTokens),
  }
}

/** The last days as `YYYY-MM-DD` in a time zone, oldest first. */
export function lastDays(count: number, timeZone: string, now = new Date()): readonly string[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return Array.from({ length: count }, (_, index) =>
    format.format(new Date(now.getTime() - (count - 1 - index) * 86_400_000)),
  )
}

export type Series = {
  /** Empty for all the models that have no series of their own. */
  readonly model: string
  /** Quota units, one value a day. */
  readonly values: readonly number[]
  readonly total: number
  readonly requests: number
}

const shownModels = 7

/** Spend by model and day: the biggest seven, then everything else in one. */
export function spendSeries(
  rows: readonly DashboardRow[],
  days: readonly string[],
): readonly Series[] {
  const models = [...new Set(rows.map((row) => row.ModelName))]
  const all = models
    .map((model) =>
      seriesOf(
        model,
        rows.filter((row) => row.ModelName === model),
        days,
      ),
    )
    .toSorted((one, other) => other.total - one.total || one.model.localeCompare(other.model))
  if (all.length <= shownModels + 1) return all
  const rest = new Set(all.slice(shownModels).map((series) => series.model))
  const others = seriesOf(
    '',
    rows.filter((row) => rest.has(row.ModelName)),
    days,
  )
  return [...all.slice(0, shownModels), others]
}

function seriesOf(model: string, rows: readonly DashboardRow[], days: readonly string[]): Series {
  const values = days.map((day) => totalsOn(rows, day).quota)
  return {
    model,
    values,
    total: values.reduce((sum, value) => sum + value, 0),
    requests: rows.reduce((sum, row) => sum + row.RequestCount, 0),
  }
}

/** Change against the day before, in percent; undefined when there is nothing to compare with. */
export function changeInPercent(today: number, yesterday: number): number | undefined {
  return yesterday === 0 ? undefined : Math.round(((today - yesterday) / yesterday) * 100)
}
