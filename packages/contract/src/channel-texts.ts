import { z } from 'zod'
import type { FieldMessage } from './field-messages.ts'
import { JsonObjectText } from './scalars.ts'

/*
 * JSON that somebody types into a channel. What could never leave for a supplier, or means nothing to the
 * gateway, is refused where it is typed, and not at the first call.
 */

const isAll = (text: string, right: (name: string, value: unknown) => boolean): boolean => {
  // A text that is no JSON object has been refused already, in other words.
  const parsed =
    JsonObjectText.safeParse(text).success && text.trim() !== '' ? JSON.parse(text) : {}
  return Object.entries(parsed as object).every(([name, value]) => right(name, value))
}

const textOf = (message: FieldMessage, right: (name: string, value: unknown) => boolean) =>
  JsonObjectText.refine((text) => isAll(text, right), { error: message })

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
const dialects: readonly unknown[] = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
]

/** What else stands in a plugin is the operator's own note: it goes nowhere. */
const pluginRules: Readonly<Record<string, (value: unknown) => boolean>> = {
  dialects: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((name) => dialects.includes(name)),
  sandbox: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

export const PluginText = textOf(
  'field.plugin',
  (name, value) => pluginRules[name]?.(value) ?? true,
)

/** Of Azure, or Gemini's: a date, or a name in a path. */
export const ApiVersion = z
  .string()
  .trim()
  .regex(/^(\d{4}-\d{2}-\d{2}(-preview)?|v\d+((alpha|beta)\d*)?|preview|latest|)$/, 'field.version')
