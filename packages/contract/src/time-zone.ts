import { z } from 'zod'

/** Whether the runtime knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The IANA name of a zone in which days are counted and times are written. */
export const TimeZone = z.string().max(64).refine(isTimeZone, { error: 'field.time-zone' })
