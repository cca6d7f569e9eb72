import { dayStart, wallTime } from '../../lib/time/zoned-time.ts'

export const periods = ['today', 'yesterday', 'week', 'month', 'thisMonth'] as const
type Period = (typeof periods)[number]

/** The moments of a period, the last included (epoch seconds). Without an end it goes on until now: 0. */
export function periodOf(
  period: Period,
  now: number,
  timeZone: string,
): { readonly from: number; readonly to: number } {
  const since = (days: number) => ({ from: dayStart(now, days, timeZone), to: 0 })
  switch (period) {
    case 'today':
      return since(0)
    case 'yesterday':
      return { from: since(1).from, to: since(0).from - 1 }
    case 'week':
      return since(6)
    case 'month':
      return since(29)
    case 'thisMonth':
      return since(Number(wallTime(now, timeZone).slice(8, 10)) - 1)
  }
}
