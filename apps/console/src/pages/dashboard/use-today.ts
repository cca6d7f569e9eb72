import { logCalls } from '@posthouse/contract/calls/logs'
import type { LogSeries, LogSums } from '@posthouse/contract/log'
import { useRead } from '../../api/use-call.ts'
import { useNow } from '../../charts/use-now.ts'
import { readersTimeZone } from '../../lib/time/format-time.ts'
import { dayStart } from '../../lib/time/zoned-time.ts'

const refreshMs = 60_000
const hourSeconds = 3600
const daysOfPace = 7

export type Today = {
  readonly today: LogSums | undefined
  /** Until this time of the day. */
  readonly yesterday: LogSums | undefined
  readonly hour: LogSums | undefined
  readonly hourYesterday: LogSums | undefined
  /** Whole days before today, oldest first. */
  readonly spentByDay: readonly number[] | undefined
  readonly error: Error | null
  readonly retry: () => void
}

/** Sums of today and of the last hour, each with the same stretch of yesterday, and the spend of the last days. */
export function useToday(): Today {
  const now = useNow()
  const zone = readersTimeZone()
  const midnight = dayStart(now, 0, zone)
  const before = dayStart(now, 1, zone)
  const until = before + now - midnight
  // Open: a call of this very minute counts.
  const today = useSums(midnight, 0)
  const yesterday = useSums(before, until)
  const hour = useSums(now - hourSeconds, 0)
  const hourYesterday = useSums(until - hourSeconds, until)
  const pace = useRead(
    logCalls,
    'ownLogSeries',
    {
      query: {
        start_timestamp: dayStart(now, daysOfPace, zone),
        end_timestamp: midnight - 1,
        time_zone: zone,
        step: 'day',
        by: 'none',
      },
    },
    { keep: true },
  )
  const queries = [today, yesterday, hour, hourYesterday, pace]
  return {
    today: today.data,
    yesterday: yesterday.data,
    hour: hour.data,
    hourYesterday: hourYesterday.data,
    spentByDay: pace.data === undefined ? undefined : spendOf(pace.data),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of queries) void query.refetch()
    },
  }
}

const spendOf = ({ starts, series }: LogSeries): number[] =>
  starts.map((_, place) => series.reduce((sum, { values }) => sum + (values[place]?.quota ?? 0), 0))

const useSums = (from: number, to: number) =>
  useRead(
    logCalls,
    'sumOwnLogs',
    { query: { start_timestamp: from, end_timestamp: to } },
    { keep: true, everyMs: refreshMs },
  )
