import { z } from 'zod'

/** An id of ours: a whole number below 2^53. */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** An amount in quota units. */
export const QuotaUnits = z.number().int().max(Number.MAX_SAFE_INTEGER)

/** Epoch seconds, the family's unit on `/api`. -1 where the field says "never". */
export const Seconds = z.number().int()

/** A flag in a query string or in a body. */
export const Flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'),
])

/** Text that holds a JSON object, or nothing. */
export const JsonObjectText = z.string().refine(isJsonObject, { message: 'field.json' })

function isJsonObject(text: string): boolean {
  if (text.trim() === '') return true
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** `{id}` in a path. */
export const IdParams = z.object({ id: Id })
