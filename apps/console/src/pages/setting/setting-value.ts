import type { Setting } from '@posthouse/contract/setting'

/** A setting as its input has it. Null: an emptied number. */
export type SettingValue = boolean | number | string | readonly string[] | null

const separators = /[\s,，;；]+/

/** From the text that is stored. */
export function valueOf({ kind, editor }: Setting, text: string): SettingValue {
  if (kind === 'flag') return text === 'true'
  if (kind === 'whole') return Number(text)
  return editor === 'list' ? text.split(separators).filter((word) => word !== '') : text
}

/** As it is stored. An emptied number is refused by the server, which says what it takes. */
export function textOf(value: SettingValue): string {
  if (value === null || (typeof value === 'number' && Number.isNaN(value))) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}
