import { channelTypeOf } from '@posthouse/contract/channel-type'
import { type LogSeries, type LogSeriesQuery, seriesMax } from '@posthouse/contract/log'
import { Refusal } from '@posthouse/contract/refusal'
import type { z } from 'zod'
import type { LogFilter } from '../../domain/usage-log/log-filter.ts'
import {
  bucketsMax,
  type SeriesQuery,
  type SeriesBy,
  type SeriesPart,
  seriesOf,
} from '../../domain/usage-log/log-series.ts'
import { seriesNames } from '../../domain/usage-log/series-names.ts'
import type { ApiParts } from '../api-parts.ts'
import { quotaOut } from '../present.ts'

type Asked = {
  readonly step: SeriesQuery['step']
  readonly time_zone: string
  readonly by: z.output<typeof LogSeriesQuery>['by']
}

/** The chart of a filter: the most expensive series, and all others as one. */
export async function seriesOut(
  filter: LogFilter,
  { step, time_zone: timeZone, by }: Asked,
  parts: ApiParts,
): Promise<LogSeries> {
  const now = parts.clock.now()
  const [series, sums] = await Promise.all([
    seriesOf(parts.db, { filter, step, timeZone, by: subjectOf(by), now }),
    parts.logs.sums(filter),
  ])
  if (series === null) throw new Refusal('series.too-long', { limit: bucketsMax })
  const { starts } = series
  const groups = ranked(await regrouped(parts, by, series.parts))
  const names = await namesOf(
    parts,
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
    // Summed from the series, so that the total matches them while calls come in.
    total: {
      ...sumOf(series.parts),
      average_first_content_time: sums.averageFirstContentMs,
      rows_since: series.rowsSince / 1_000,
    },
  }
}

/** Suppliers are summed over channels, groups over their current users. */
const subjectOf = (by: Asked['by']): SeriesBy =>
  by === 'supplier' ? 'channel' : by === 'group' ? 'user' : by

async function regrouped(
  { db }: ApiParts,
  by: Asked['by'],
  parts: readonly SeriesPart[],
): Promise<readonly SeriesPart[]> {
  if (by !== 'supplier' && by !== 'group') return parts
  const ids = [...new Set(parts.map(({ key }) => key))].filter((key) => /^\d+$/.test(key))
  const owners = await (by === 'supplier' ? typesOf(db, ids) : groupsOf(db, ids))
  return parts.map((part) => ({ ...part, key: owners.get(part.key) ?? '' }))
}

const idsAtOnce = 1_000

async function typesOf(db: ApiParts['db'], ids: readonly string[]) {
  const rows = await inPieces(ids, (some) =>
    db.selectFrom('channels').select(['id', 'type']).where('id', 'in', some).execute(),
  )
  return new Map(rows.map(({ id, type }) => [String(id), String(type)]))
}

async function groupsOf(db: ApiParts['db'], ids: readonly string[]) {
  const rows = await inPieces(ids, (some) =>
    db.selectFrom('users').select(['id', 'group']).where('id', 'in', some).execute(),
  )
  return new Map(rows.map(({ id, group }) => [String(id), group]))
}

async function inPieces<Row>(
  ids: readonly string[],
  read: (some: readonly bigint[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    for (const row of await read(ids.slice(start, start + idsAtOnce).map(BigInt))) found.push(row)
  }
  return found
}

async function namesOf(
  { db, snapshot }: ApiParts,
  by: Asked['by'],
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (by === 'supplier') {
    return new Map(keys.map((key) => [key, channelTypeOf(Number(key))?.name ?? '']))
  }
  if (by === 'group') {
    const { groups } = snapshot.get()
    return new Map(keys.map((key) => [key, groups.get(key)?.name ?? key]))
  }
  return seriesNames(db, by, keys)
}

/** The empty key is reserved for all other series. */
const keyOut = (by: Asked['by'], key: string): string =>
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
