import { type Fields, parsedFields } from '../../bytes/fields.ts'
import { isTooDeep } from '../../bytes/nesting.ts'

/**
 * The arguments of a tool call where a dialect wants an object; null when they are none, or nested deeper
 * than can be written again. The same for the text of a tool's result.
 */
export const argumentsOf = (text: string): Fields | null =>
  isTooDeep(text) ? null : parsedFields(text)
