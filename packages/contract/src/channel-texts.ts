import { z } from 'zod'
import type { FieldMessage } from './field-messages.ts'
import { isJsonTooDeep } from './json-depth.ts'
import { repeatsName } from './json-names.ts'

/*
 * JSON that somebody types into a channel. What could never leave for a supplier, or means nothing to the
 * gateway, is refused where it is typed, and not at the first call.
 */

/** Characters of a JSON object that somebody types: a mapping of 2 000 models has its place. */
const jsonTextMost = 262_144

/** Text that holds a JSON object, or nothing. */
export const JsonObjectText = z
  .string()
  .max(jsonTextMost)
  .refine((text) => isJson(text) && !isJsonTooDeep(text), { message: 'field.json' })
  .refine((text) => text.trim() === '' || /^\s*\{/.test(text), { message: 'field.json-object' })
  .refine((text) => !isJson(text) || !repeatsName(text), { message: 'field.twice' })

function isJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type Rule = (name: string, value: unknown) => boolean

/** Whether all of an object is right. A text that is none has been refused already, in other words. */
function isAll(text: string, right: Rule): boolean {
  try {
    return Object.entries<unknown>(JSON.parse(text)).every(([name, value]) => right(name, value))
  } catch {
    return true
  }
}

const textOf = (error: FieldMessage, right: Rule) =>
  JsonObjectText.refine((text) => isAll(text, right), { error })

/** RFC 9110 §5.1. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/
/** RFC 9110 §5.5, and the stand-in of a hidden value. */
const headerValue = /^[\t\x20-\x7e\x80-\xff•]*$/

export const HeadersText = textOf(
  'field.header',
  (name, value) => headerName.test(name) && typeof value === 'string' && headerValue.test(value),
)

const modelName = (name: string): boolean =>
  name.trim() !== '' && name.length <= 200 && !/\p{Cc}/u.test(name)

/** `+` before the name that goes to the supplier: the price is that of the one that was asked for. */
export const MappingText = textOf(
  'field.mapping',
  (name, value) =>
    modelName(name) && typeof value === 'string' && modelName(value.replace(/^\+/, '')),
)

/** As in the package llm, of which a page knows nothing. */
const dialect = /^(openai-(chat|responses)|anthropic-messages|gemini)$/

/** What else stands in a plugin is the operator's own note: it goes nowhere. */
export const PluginText = textOf('field.plugin', (name, value) => {
  if (name === 'dialects') {
    return Array.isArray(value) && value.length > 0 && value.every((each) => dialect.test(each))
  }
  return (
    name !== 'sandbox' || (typeof value === 'object' && value !== null && !Array.isArray(value))
  )
})

/** Of Azure, or Gemini's: a date, or a name in a path. */
export const ApiVersion = z
  .string()
  .trim()
  .regex(/^(\d{4}-\d{2}-\d{2}(-preview)?|v\d+\w*|preview|latest|)$/, 'field.version')
