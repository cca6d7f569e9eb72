import { logCalls } from '@posthouse/contract/calls/logs'
import { useRead } from '../../api/use-call.ts'
import { readersTimeZone } from '../../lib/time/format-time.ts'
import { dayStart } from '../../lib/time/zoned-time.ts'

const daysOfPace = 7

/** What was spent on each of the whole days before today, oldest first. */
export function usePace(now: number) {
  const zone = readersTimeZone()
  const { data, error, refetch } = useRead(
    logCalls,
    'ownLogSeries',
    {
      query: {
        start_timestamp: dayStart(now, daysOfPace, zone),
        end_timestamp: dayStart(now, 0, zone) - 1,
        time_zone: zone,
        step: 'day',
        by: 'none',
      },
    },
    { keep: true },
  )
  const spentByDay = data?.starts.map((_, place) =>
    data.series.reduce((sum, { values }) => sum + (values[place]?.quota ?? 0), 0),
  )
  return { spentByDay, error, refetch }
}
