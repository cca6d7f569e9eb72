import type { Cell } from './csv-file.ts'

/** Lets spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Rows as in RFC 4180. Also quotes characters that separate cells in other locales. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return quoted(escapeFormula(cell))
  return typeof cell === 'object' ? cell.figure : String(cell)
}

/**
 * Puts an apostrophe before text that a spreadsheet would read as a formula. East Asian spreadsheets also accept the
 * full-width signs.
 */
const escapeFormula = (text: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text

const quoted = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
