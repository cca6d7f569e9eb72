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
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const known = formats.get(zone)
  if (known !== undefined) return known
  // The Canadian English form of a date is the ISO one.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(zone, format)
  return format
}
