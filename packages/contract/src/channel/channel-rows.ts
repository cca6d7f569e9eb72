import type { FieldFault } from '../refusals/field-messages.ts'
import { visible } from '../scalars.ts'

/*
 * Rules for the rows of a channel's tables. The JSON schemas check all rows, a form checks each of them, and the
 * gateway checks what it is about to send.
 */

/** RFC 9110 §5.1. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/
/** RFC 9110 §5.5, and the placeholder of a hidden value. */
const headerValue = /^[\t\x20-\x7e\x80-\xff•]*$/

export const isHeader = (name: string, value: unknown): boolean =>
  headerName.test(name) && isHeaderValue(value)

const isHeaderValue = (value: unknown): boolean =>
  typeof value === 'string' && headerValue.test(value)

/** Headers that control how the call is sent. A channel cannot set them. */
export const isReservedHeader = (name: string): boolean =>
  /^(host|content-length|transfer-encoding|connection|upgrade|te|expect)$/i.test(name)

/** Whether two names mean the same header. Only one of their values would be sent. */
export function repeatsHeader(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size < names.length
}

const modelMost = 200

export const isModelName = (name: string): boolean => modelFault(name) === undefined

function modelFault(name: string): FieldFault | undefined {
  if (!visible.test(name)) return 'field.required'
  if (name.length > modelMost) return `field.too-long ${modelMost}`
  return /\p{Cc}/u.test(name) ? 'field.characters' : undefined
}

/** The name sent to the supplier. With a leading `+`, the price is that of the requested model. */
export const forwardedName = (to: string): string => to.replace(/^\+/, '')

/** Checks for the two sides of a row, and for duplicate rows. */
export type RowRules = {
  readonly from: (name: string) => FieldFault | undefined
  readonly to: (value: string) => FieldFault | undefined
  /** A key that is equal for names with the same meaning. */
  readonly one: (name: string) => string
}

export const headerRows: RowRules = {
  from(name) {
    if (!headerName.test(name)) return 'field.header-name'
    return isReservedHeader(name) ? 'field.header-reserved' : undefined
  },
  to: (value) => (isHeaderValue(value) ? undefined : 'field.header-value'),
  one: (name) => name.toLowerCase(),
}

export const mappingRows: RowRules = {
  from: modelFault,
  to: (value) => modelFault(forwardedName(value)),
  one: (name) => name,
}

type CostPrice = { readonly input: string; readonly output: string } | { readonly call: string }

const costAmount = /^\d{1,8}(\.\d{1,6})?$/

/** `0.15 / 0.6`: dollars per million input and output tokens. `0.03`: dollars per call. `null` for any other text. */
export function costPriceOf(text: string): CostPrice | null {
  const parts = text.split('/').map((part) => part.trim())
  if (!parts.every((part) => costAmount.test(part))) return null
  const [first = '', second, ...others] = parts
  if (others.length > 0) return null
  return second === undefined ? { call: first } : { input: first, output: second }
}

export const costRows: RowRules = {
  from: modelFault,
  to: (value) => (costPriceOf(value) === null ? 'field.cost-price' : undefined),
  one: (name) => name,
}
