import type { WindowPeriod } from '@posthouse/ledger/account'
import { LRUCache } from 'lru-cache'
import { calendarStepAt } from '../../lib/calendar.ts'

/** A stretch of time in which spending is limited. Epoch milliseconds. */
export type SpendWindow = { readonly start: number; readonly resetsAt: number }

const fiveHoursMs = 5 * 3_600_000

/** Every request of a limited token asks, and the answer changes once a day at most. */
const known = new LRUCache<string, SpendWindow>({ max: 2_000 })

/**
 * The window that a moment falls in. Days, weeks (from Monday) and months are those of the zone's calendar,
 * which is UTC's where nobody knows the zone; five hours are counted from the anchor, so that all nodes agree
 * without asking.
 */
export function spendWindowAt(
  period: WindowPeriod,
  now: number,
  { timeZone, anchor }: { timeZone: string; anchor: number },
): SpendWindow {
  if (period === '5h') {
    const start = anchor + Math.floor((now - anchor) / fiveHoursMs) * fiveHoursMs
    return { start, resetsAt: start + fiveHoursMs }
  }
  const name = `${period} ${timeZone}`
  const last = known.get(name)
  if (last !== undefined && last.start <= now && now < last.resetsAt) return last
  const { start, end } = calendarStepAt(now, { step: period, timeZone })
  const window = { start, resetsAt: end }
  known.set(name, window)
  return window
}
