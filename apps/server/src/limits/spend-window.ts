import type { WindowPeriod } from '@posthouse/ledger/account'

/** A stretch of time in which spending is limited. Epoch milliseconds. */
export type SpendWindow = { readonly start: number; readonly resetsAt: number }

const hourMs = 3_600_000
const fiveHoursMs = 5 * hourMs
const dayMs = 24 * hourMs

/**
 * The window that a moment falls in. Days, weeks (from Monday) and months begin at midnight in the
 * zone; five hours are counted from the anchor, so that all nodes agree without asking.
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
  const today = dateIn(timeZone, now)
  const { from, to } = datesOf(period, today)
  return { start: midnight(timeZone, from), resetsAt: midnight(timeZone, to) }
}

/** A calendar date as the UTC midnight that has the same name. */
function dateIn(timeZone: string, at: number): number {
  return Math.floor((at + offsetAt(timeZone, at)) / dayMs) * dayMs
}

function datesOf(period: Exclude<WindowPeriod, '5h'>, today: number): { from: number; to: number } {
  const date = new Date(today)
  switch (period) {
    case 'day':
      return { from: today, to: today + dayMs }
    case 'week': {
      const monday = today - ((date.getUTCDay() + 6) % 7) * dayMs
      return { from: monday, to: monday + 7 * dayMs }
    }
    case 'month': {
      const year = date.getUTCFullYear()
      const month = date.getUTCMonth()
      return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) }
    }
  }
}

/** When a date begins in a zone. The offset is asked twice: it may change on the way there. */
function midnight(timeZone: string, date: number): number {
  const guess = date - offsetAt(timeZone, date)
  return date - offsetAt(timeZone, guess)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clock is ahead of UTC at a moment. An unknown zone counts as UTC. */
function offsetAt(timeZone: string, at: number): number {
  if (timeZone === 'UTC') return 0
  const format = formatOf(timeZone)
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const shown = Date.UTC(year, month - 1, day, hour % 24, minute, second)
  return shown - Math.floor(at / 1_000) * 1_000
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = makeFormat(timeZone) ?? makeFormat('UTC') ?? new Intl.DateTimeFormat('en-US')
  formats.set(timeZone, made)
  return made
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
}
