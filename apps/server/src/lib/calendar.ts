import { timeIn } from './zone.ts'

/** What time is divided by: the reader's own calendar, weeks from Monday. */
export type CalendarStep = 'minute' | 'hour' | 'day' | 'week' | 'month'

/** Clocks of all zones are whole quarters of an hour away from UTC, and have been since 1972. */
const quarterMs = 900_000
const minuteMs = 60_000

/** More quarters than a step ever has, clocks that are put back included. */
const quartersMost = { minute: 1, hour: 8, day: 27 * 4, week: 170 * 4, month: 746 * 4 } as const

/**
 * Starts of the calendar's hours, days, weeks or months that a span touches, in a time zone. A day
 * has 23 or 25 hours when clocks change, and an hour that comes twice is two. Answers null when
 * there are more than `most`.
 */
export function calendarStarts(
  span: { readonly from: number; readonly to: number },
  calendar: { readonly step: CalendarStep; readonly timeZone: string },
  most: number,
): number[] | null {
  const starts: number[] = []
  for (
    let start = startOf(span.from, calendar);
    start <= span.to;
    start = nextStart(start, calendar)
  ) {
    if (starts.length === most) return null
    starts.push(start)
  }
  return starts
}

/** The hour, day, week or month that a moment falls in: where it begins, and where the next does. */
export function calendarStepAt(
  instant: number,
  calendar: { readonly step: CalendarStep; readonly timeZone: string },
): { readonly start: number; readonly end: number } {
  const start = startOf(instant, calendar)
  return { start, end: nextStart(start, calendar) }
}

/** The step with which a chart of this length has some thirty to a hundred points. */
export function stepFor({ from, to }: { from: number; to: number }): CalendarStep {
  const hours = (to - from) / 3_600_000
  if (hours <= 2) return 'minute'
  if (hours <= 3 * 24) return 'hour'
  if (hours <= 120 * 24) return 'day'
  return hours <= 2 * 366 * 24 ? 'week' : 'month'
}

type Calendar = { readonly step: CalendarStep; readonly timeZone: string }

function startOf(instant: number, calendar: Calendar): number {
  // Every zone's minutes are those of UTC.
  if (calendar.step === 'minute') return Math.floor(instant / minuteMs) * minuteMs
  const end = Math.floor(instant / quarterMs)
  const label = labelAt(end, calendar)
  return firstQuarter(
    end - quartersMost[calendar.step],
    end,
    (quarter) => labelAt(quarter, calendar) === label,
  )
}

function nextStart(start: number, calendar: Calendar): number {
  if (calendar.step === 'minute') return start + minuteMs
  const begin = start / quarterMs
  const label = labelAt(begin, calendar)
  return firstQuarter(
    begin + 1,
    begin + quartersMost[calendar.step],
    (quarter) => labelAt(quarter, calendar) !== label,
  )
}

/** The first quarter of a range for which something holds that holds from there on, in milliseconds. */
function firstQuarter(low: number, high: number, holds: (quarter: number) => boolean): number {
  let from = low
  let to = high
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return to * quarterMs
}

/** What tells a step of the calendar from the next. */
function labelAt(quarter: number, { step, timeZone }: Calendar): string {
  const instant = quarter * quarterMs
  const text = timeIn(instant, timeZone)
  if (step === 'month') return text.slice(0, 7)
  if (step === 'day') return text.slice(0, 10)
  const local = Date.parse(`${text.replace(' ', 'T')}Z`)
  // The offset too: clocks that are put back show the same hour again, and it is another.
  if (step === 'hour') return `${text.slice(0, 13)} ${local - instant}`
  const day = Math.floor(local / 86_400_000)
  // Day 0 of the epoch was a Thursday.
  return String(Math.floor((day + 3) / 7))
}
