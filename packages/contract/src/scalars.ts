import { z } from 'zod'
import type { FieldMessage } from './refusals/field-messages.ts'
import { whenMissing } from './when-missing.ts'

/** In a path an id is a text. What is missing stays missing, so that it is told as that. */
const numbered = (given: unknown): unknown =>
  typeof given === 'string' && given !== '' ? Number(given) : given === '' ? undefined : given

/** An id of ours: a whole number below 2^53. */
export const Id = z.preprocess(numbered, z.number().int().positive().max(Number.MAX_SAFE_INTEGER))

/** An amount in quota units. */
export const QuotaUnits = z.number().int().max(Number.MAX_SAFE_INTEGER)

/** Epoch seconds, the family's unit on `/api`. -1 where the field says "never". */
export const Seconds = z.number().int()

/** The last moment that a date can be: 8.64e15 milliseconds. */
export const secondsMax = 8_640_000_000_000

/** A moment that somebody gives. */
export const GivenSeconds = Seconds.min(-1, 'field.invalid').max(secondsMax, 'field.invalid')

/** The same in a query string; 0: none. */
export const QuerySeconds = z.coerce.number().int().min(0).max(secondsMax).default(0)

/** Control characters, breaks of lines, and what turns the direction of the text around it. */
const unnameable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

const isNameable = (text: string): boolean => !unnameable.test(text)

/** A character that is no space, nothing that fonts leave out (Default_Ignorable_Code_Point), and not Braille's blank. */
export const visible = /[^\s\p{DI}\u2800]/u

/** What people call something: shown in one line, among other words. */
export const Name = z.string().trim().refine(isNameable, { error: 'field.characters' })

/** One that must be there; missing and blank say the same. */
export const nameOf = (missing: FieldMessage) =>
  z
    .string({ error: whenMissing(missing) })
    .trim()
    .regex(visible, missing)
    .refine(isNameable, { error: 'field.characters' })

/** What a database stores: no NUL, and no half of a character. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** What a list is filtered by; empty: by nothing. */
export const filterText = (most: number) =>
  z.string().trim().max(most).refine(isStorable, { error: 'field.characters' }).default('')

/** A flag in a query string or in a body. */
export const Flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'),
])

/** `{id}` in a path. */
export const IdParams = z.object({ id: Id })
