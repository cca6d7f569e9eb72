import { z } from 'zod'

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** IANA name of a time zone, in which days are counted and times are shown. */
export const TimeZone = z.string().max(64).refine(isTimeZone, { error: 'field.time-zone' })
