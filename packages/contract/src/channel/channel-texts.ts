import { z } from 'zod'
import {
  costPriceOf,
  forwardedName,
  isHeader,
  isModelName,
  isReservedHeader,
  repeatsHeader,
} from './channel-rows.ts'
import type { FieldMessage } from '../refusals/field-messages.ts'
import { isJsonTooDeep } from '../json/json-depth.ts'
import { repeatsName } from '../json/json-names.ts'

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
const isAll = (text: string, right: Rule): boolean =>
  entriesOf(text).every(([name, value]) => right(name, value))

const namesOf = (text: string): readonly string[] => entriesOf(text).map(([name]) => name)

function entriesOf(text: string): readonly [string, unknown][] {
  try {
    return Object.entries<unknown>(JSON.parse(text))
  } catch {
    return []
  }
}

const textOf = (error: FieldMessage, right: Rule) =>
  JsonObjectText.refine((text) => isAll(text, right), { error })

/** Of one header in two spellings, only one would leave. */
export const HeadersText = textOf('field.header', isHeader)
  .refine((text) => isAll(text, (name) => !isReservedHeader(name)), {
    error: 'field.header-reserved',
  })
  .refine((text) => !repeatsHeader(namesOf(text)), { error: 'field.twice' })

export const MappingText = textOf(
  'field.mapping',
  (name, value) =>
    isModelName(name) && typeof value === 'string' && isModelName(forwardedName(value)),
)

/** What the supplier takes for a model, where it is not a share of a published price. */
export const CostPricesText = textOf(
  'field.cost-price',
  (name, value) => isModelName(name) && typeof value === 'string' && costPriceOf(value) !== null,
)

/** As in the package llm, of which a page knows nothing. */
const dialect = /^(openai-(chat|responses)|anthropic-messages|gemini)$/

/** What else stands in a plugin is the operator's own note: it goes nowhere. */
export const PluginText = textOf('field.plugin', (name, value) => {
  if (name === 'dialects') {
    return Array.isArray(value) && value.length > 0 && value.every((each) => dialect.test(each))
  }
  if (name === 'output_limit') return value === 'max_tokens' || value === 'max_completion_tokens'
  if (name === 'reasoning_effort') return typeof value === 'boolean'
  if (name === 'input_usage') return value === 'own_prompt' || value === 'as_reported'
  return (
    name !== 'sandbox' || (typeof value === 'object' && value !== null && !Array.isArray(value))
  )
})

/** Of Azure, or Gemini's: a date, or a name in a path. */
const version = /^(\d{4}-\d{2}-\d{2}(-preview)?|v\d\w*|preview|latest|)$/
/** `region|project` of Vertex AI; either may be empty. */
const cloudPlace = /^([a-z]+(-[a-z]+\d+)?)?\|([a-z0-9][a-z0-9:.-]{0,99})?$/

export const ChannelOther = z
  .string()
  .trim()
  .max(200)
  .refine((text) => text.includes('|') || version.test(text), 'field.version')
  .refine((text) => !text.includes('|') || cloudPlace.test(text), 'channel.region')
