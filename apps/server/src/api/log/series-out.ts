import type { LogSeries } from '@posthouse/contract/log'
import { seriesMax } from '@posthouse/contract/log'
import { Refusal } from '@posthouse/contract/refusal'
import type { LogFilter } from '../../domain/usage-log/log-filter.ts'
import {
  bucketsMax,
  type SeriesAsked,
  type SeriesBy,
  type SeriesPart,
  seriesOf,
} from '../../domain/usage-log/log-series.ts'
import { seriesNames } from '../../domain/usage-log/series-names.ts'
import type { ApiParts } from '../api-parts.ts'
import { quotaOut } from '../present.ts'

type Asked = {
  readonly step: SeriesAsked['step']
  readonly time_zone: string
  readonly by: SeriesBy
}

/** The chart of a filter: the largest series by what they cost, and all others as one. */
export async function seriesOut(
  filter: LogFilter,
  { step, time_zone: timeZone, by }: Asked,
  parts: ApiParts,
): Promise<LogSeries> {
  const now = parts.clock.now()
  const [series, sums] = await Promise.all([
    seriesOf(parts.db, { filter, step, timeZone, by, now }),
    parts.logs.sums(filter),
  ])
  if (series === null) throw new Refusal('series.too-long', { limit: bucketsMax })
  const { starts } = series
  const groups = ranked(series.parts)
  const names = await seriesNames(
    parts.db,
    by,
    groups.slice(0, seriesMax).map(([key]) => key),
  )
  const largest = groups.slice(0, seriesMax).map(([key, own]) => ({
    key: keyOut(by, key),
    name: names.get(key) ?? '',
    ...valuesOf(own, starts.length),
  }))
  const others = groups.slice(seriesMax).flatMap(([, own]) => own)
  return {
    step: series.step,
    starts: starts.map((start) => start / 1_000),
    series:
      others.length === 0
        ? largest
        : [...largest, { key: '', name: '', ...valuesOf(others, starts.length) }],
    // The sums of what is shown, so that the parts and the whole agree while calls go on.
    total: {
      ...sumOf(series.parts),
      average_first_content_time: sums.averageFirstContentMs,
      rows_since: series.rowsSince / 1_000,
    },
  }
}

/** The empty key is that of all others. */
const keyOut = (by: SeriesBy, key: string): string =>
  key !== '' ? key : by === 'none' ? 'all' : '—'

function ranked(parts: readonly SeriesPart[]): [string, SeriesPart[]][] {
  const groups = [...Map.groupBy(parts, ({ key }) => key)].map(([key, own]) => ({
    key,
    own,
    sum: sumOf(own),
  }))
  return groups
    .toSorted(
      (a, b) =>
        b.sum.quota - a.sum.quota || b.sum.requests - a.sum.requests || (a.key < b.key ? -1 : 1),
    )
    .map(({ key, own }) => [key, own])
}

type Values = LogSeries['series'][number]['total']

function valuesOf(
  parts: readonly SeriesPart[],
  buckets: number,
): { values: Values[]; total: Values } {
  const byPlace = Map.groupBy(parts, ({ place }) => place)
  return {
    values: Array.from({ length: buckets }, (_, place) => sumOf(byPlace.get(place) ?? [])),
    total: sumOf(parts),
  }
}

function sumOf(parts: readonly SeriesPart[]): Values {
  const sum = (of: (part: SeriesPart) => number): number =>
    parts.reduce((total, part) => total + of(part), 0)
  return {
    requests: sum(({ requests }) => requests),
    failures: sum(({ failures }) => failures),
    errors: sum(({ errors }) => errors),
    quota: quotaOut(parts.reduce((total, { quota }) => total + quota, 0n)),
    prompt_tokens: sum(({ input }) => input),
    completion_tokens: sum(({ output }) => output),
  }
}
