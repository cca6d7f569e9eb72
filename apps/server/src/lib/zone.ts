/** There are some six hundred zones with their aliases; what clients make up is not remembered. */
const zonesMax = 1_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. An unknown zone counts as UTC. */
export function dayIn(instant: number, timeZone: string): string {
  return formatFor(timeZone).format(instant)
}

/** Whether the runtime knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  // Asked for every row of a report: making a format takes longer than using it.
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  // The Canadian English form of a date is the ISO one.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  if (formats.size < zonesMax) formats.set(timeZone, format)
  return format
}
