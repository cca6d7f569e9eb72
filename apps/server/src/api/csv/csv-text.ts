import type { Cell } from './csv-file.ts'

/** Lets spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Rows as RFC 4180 has them, quoted also where spreadsheets of other locales would cut. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return quoted(harmless(cell))
  return typeof cell === 'object' ? cell.figure : String(cell)
}

/**
 * What somebody typed must not become a formula in a spreadsheet: an apostrophe before it makes it
 * text. Spreadsheets in East Asian languages take the wide signs for formulas too.
 */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

const quoted = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
