import { isTimeZone } from '@posthouse/contract/time-zone'

/** There are some six hundred zones with their aliases; what clients make up is not remembered. */
const zonesMax = 1_000

/** Making a format takes longer than using it, and reports ask for one with every row. */
function formatsOf(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string): Intl.DateTimeFormat => {
    const known = formats.get(timeZone)
    if (known !== undefined) return known
    const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
    if (formats.size < zonesMax) formats.set(timeZone, format)
    return format
  }
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

/** The Canadian English form of a date is the ISO one, and so is the Swedish form of a moment. */
const dayFormat = formatsOf('en-CA', day)
const timeFormat = formatsOf('sv-SE', { ...day, ...clock })

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. An unknown zone counts as UTC. */
export const dayIn = (instant: number, timeZone: string): string =>
  dayFormat(timeZone).format(instant)

/** What clocks show in a time zone at an instant, `YYYY-MM-DD HH:mm:ss`. An unknown zone counts as UTC. */
export const timeIn = (instant: number, timeZone: string): string =>
  timeFormat(timeZone).format(instant)
