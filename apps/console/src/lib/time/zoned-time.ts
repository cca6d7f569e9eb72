import { isTimeZone } from '@posthouse/contract/time-zone'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Wall clocks of a time zone; an unknown zone counts as UTC, as it does on the server. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  formats.set(timeZone, format)
  return format
}

/** What clocks show in a zone, `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (seconds: number, timeZone: string): string =>
  formatOf(timeZone).format(seconds * 1000)

/** Text of a `datetime-local` input for a moment in a zone. */
export const wallInput = (seconds: number, timeZone: string): string =>
  wallTime(seconds, timeZone).replace(' ', 'T').slice(0, 16)

const asIfUtc = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000

/**
 * The moment at which clocks of a zone show a time (`YYYY-MM-DDTHH:mm`); the earlier of two, and for
 * a time that is skipped the one after the gap. Undefined for what is no time.
 */
export function momentOf(wall: string, timeZone: string): number | undefined {
  const wanted = asIfUtc(wall.length === 16 ? `${wall}:00` : wall)
  if (Number.isNaN(wanted)) return undefined
  const shown = (moment: number) => asIfUtc(wallTime(moment, timeZone))
  // No zone is more than 15 hours from UTC; clocks before and after a change give both candidates.
  const offsets = [wanted - 54_000, wanted + 54_000].map((moment) => shown(moment) - moment)
  const exact = offsets
    .map((offset) => wanted - offset)
    .filter((moment) => shown(moment) === wanted)
  return exact.length > 0 ? Math.min(...exact) : wanted - Math.min(...offsets)
}

/** The midnight (or first moment) of the day that lies `days` before a moment's day in a zone. */
export function dayStart(seconds: number, daysBefore: number, timeZone: string): number {
  const day = asIfUtc(`${wallTime(seconds, timeZone).slice(0, 10)} 00:00:00`) - daysBefore * 86_400
  const wall = new Date(day * 1000).toISOString().slice(0, 16)
  return momentOf(wall, timeZone) ?? day
}
