import { z } from 'zod'
import type { FieldMessage } from './refusals/field-messages.ts'
import { whenMissing } from './when-missing.ts'

/** Ids in a path are text. An empty text becomes undefined, so that it is reported as missing. */
const numbered = (given: unknown): unknown =>
  typeof given === 'string' && given !== '' ? Number(given) : given === '' ? undefined : given

/** An id in our database: a whole number below 2^53. */
export const Id = z.preprocess(numbered, z.number().int().positive().max(Number.MAX_SAFE_INTEGER))

export const QuotaUnits = z.number().int().max(Number.MAX_SAFE_INTEGER)

/** Epoch seconds, the family's unit on `/api`. -1 means "never" where a field says so. */
export const Seconds = z.number().int()

/** The latest time of a JavaScript date: 8.64e15 milliseconds. */
export const secondsMax = 8_640_000_000_000

export const GivenSeconds = Seconds.min(-1, 'field.invalid').max(secondsMax, 'field.invalid')

/** The same in a query string. 0 means no filter. */
export const QuerySeconds = z.coerce.number().int().min(0).max(secondsMax).default(0)

/** Control characters, line breaks, and characters that change the direction of the surrounding text. */
const unnameable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

const isNameable = (text: string): boolean => !unnameable.test(text)

/**
 * Matches a visible character: not a space, not ignored by fonts (Default_Ignorable_Code_Point), and not the Braille
 * blank.
 */
export const visible = /[^\s\p{DI}\u2800]/u

/** A name that is shown on one line, within other text. */
export const Name = z.string().trim().refine(isNameable, { error: 'field.characters' })

/** A required name. Missing and blank names get the same message. */
export const nameOf = (missing: FieldMessage) =>
  z
    .string({ error: whenMissing(missing) })
    .trim()
    .regex(visible, missing)
    .refine(isNameable, { error: 'field.characters' })

/** Whether both databases can store the text: no NUL and no lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The filter of a list. Empty means no filter. */
export const filterText = (most: number) =>
  z.string().trim().max(most).refine(isStorable, { error: 'field.characters' }).default('')

export const Flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'),
])

export const IdParams = z.object({ id: Id })
