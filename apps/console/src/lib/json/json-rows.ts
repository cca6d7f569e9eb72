import type { RowRules } from '@posthouse/contract/channel-rows'
import type { FieldFault } from '@posthouse/contract/field-messages'
import { repeatsName } from '@posthouse/contract/json-names'

export type Row = { readonly from: string; readonly to: string }

/** Rows of a JSON object of texts; undefined when the text is not one, and only code can show it. */
export function rowsOfJson(text: string): Row[] | undefined {
  if (text.trim() === '') return []
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  if (repeatsName(text) || !entries.every(([, to]) => typeof to === 'string')) return undefined
  return entries.map(([from, to]) => ({ from, to: String(to) }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The rows as JSON text, with all that was typed: a name that is missing or there twice is refused, not left out. */
export function jsonOfRows(rows: readonly Row[]): string {
  const members = rows
    .filter((row) => !isBlank(row))
    .map(({ from, to }) => `${JSON.stringify(from.trim())}:${JSON.stringify(to.trim())}`)
  return members.length === 0 ? '' : `{${members.join(',')}}`
}

const isBlank = ({ from, to }: Row): boolean => from.trim() === '' && to.trim() === ''

/** What is wrong with either side of a row. */
export type RowFault = {
  readonly from?: FieldFault | undefined
  readonly to?: FieldFault | undefined
}

/** By row. One that is blank is left out, and not wrong. */
export function rowFaults(rows: readonly Row[], rules: RowRules): readonly RowFault[] {
  const names = rows.map(({ from }) => rules.one(from.trim()))
  return rows.map((row, index) => {
    if (isBlank(row)) return {}
    const { from, to } = { from: row.from.trim(), to: row.to.trim() }
    const isSecond = names.indexOf(rules.one(from)) < index
    const nameFault = from === '' ? 'field.required' : isSecond ? 'field.twice' : rules.from(from)
    return { from: nameFault, to: rules.to(to) }
  })
}

/** The same JSON with two spaces a level; a text that is no JSON stays as it is. */
export function formattedJson(text: string): string {
  const value = parsed(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}
