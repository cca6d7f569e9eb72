import type { FieldFault } from '../refusals/field-messages.ts'
import { visible } from '../scalars.ts'

/*
 * What the rows of a channel may be. The schema of its JSON asks for all of them, a form for each, and the gateway
 * for what it is about to send.
 */

/** RFC 9110 §5.1. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/
/** RFC 9110 §5.5, and the stand-in of a hidden value. */
const headerValue = /^[\t\x20-\x7e\x80-\xff•]*$/

export const isHeader = (name: string, value: unknown): boolean =>
  headerName.test(name) && isHeaderValue(value)

const isHeaderValue = (value: unknown): boolean =>
  typeof value === 'string' && headerValue.test(value)

/** Headers that decide how the call is sent: a channel cannot set them. */
export const isReservedHeader = (name: string): boolean =>
  /^(host|content-length|transfer-encoding|connection|upgrade|te|expect)$/i.test(name)

/** Whether two names are of one header, of whose values only one would leave. */
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

/** The name that goes to the supplier. Behind `+`, the price is that of the one that was asked for. */
export const forwardedName = (to: string): string => to.replace(/^\+/, '')

/** What is wrong with either side of a row, and when two rows are of one thing. */
export type RowRules = {
  readonly from: (name: string) => FieldFault | undefined
  readonly to: (value: string) => FieldFault | undefined
  /** The same for names that are one. */
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

/** `0.15 / 0.6`: dollars per million tokens of input and output. `0.03`: dollars per call. Null: neither. */
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
