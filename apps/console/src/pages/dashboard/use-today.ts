import { logCalls } from '@posthouse/contract/calls/logs'
import type { LogSums } from '@posthouse/contract/log'
import { useRead } from '../../api/use-call.ts'
import { useNow } from '../../charts/use-now.ts'
import { readersTimeZone } from '../../lib/time/format-time.ts'
import { dayStart } from '../../lib/time/zoned-time.ts'
import { usePace } from './use-pace.ts'

const refreshMs = 60_000
const hourSeconds = 3600

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
  const pace = usePace(now)
  const queries = [today, yesterday, hour, hourYesterday, pace]
  return {
    today: today.data,
    yesterday: yesterday.data,
    hour: hour.data,
    hourYesterday: hourYesterday.data,
    spentByDay: pace.spentByDay,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of queries) void query.refetch()
    },
  }
}

const useSums = (from: number, to: number) =>
  useRead(
    logCalls,
    'sumOwnLogs',
    { query: { start_timestamp: from, end_timestamp: to } },
    { keep: true, everyMs: refreshMs },
  )
