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
 * JSON texts of a channel. Content that could never be sent to a supplier, or that the gateway ignores, is refused on
 * input rather than at the first call.
 */

/** The longest JSON text, in characters. It has room for a mapping of 2 000 models. */
const jsonTextMost = 262_144

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

/** Whether all entries of an object are valid. A text that is not an object is refused elsewhere. */
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

/** Of two spellings of the same header, only one would be sent. */
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

/** A supplier's prices for models that are not a share of a published price. */
export const CostPricesText = textOf(
  'field.cost-price',
  (name, value) => isModelName(name) && typeof value === 'string' && costPriceOf(value) !== null,
)

/** The dialects of the package llm, which pages do not load. */
const dialect = /^(openai-(chat|responses)|anthropic-messages|gemini)$/

/** Unknown names in a plugin are the operator's notes and are never sent. */
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

/** An API version of Azure or Gemini: a date, or a name in a path. */
const version = /^(\d{4}-\d{2}-\d{2}(-preview)?|v\d\w*|preview|latest|)$/
/** `region|project` of Vertex AI. Either may be empty. */
const cloudPlace = /^([a-z]+(-[a-z]+\d+)?)?\|([a-z0-9][a-z0-9:.-]{0,99})?$/

export const ChannelOther = z
  .string()
  .trim()
  .max(200)
  .refine((text) => text.includes('|') || version.test(text), 'field.version')
  .refine((text) => !text.includes('|') || cloudPlace.test(text), 'channel.region')
