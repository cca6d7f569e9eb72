/** Rows of a file of RFC 4180, divided by commas, or by semicolons as spreadsheets of other locales write them. */
export function rowsOfCsv(file: string): string[][] {
  const text = file.replace(/^\uFEFF/, '')
  const divider = /^[^\n",]*;/.test(text) ? ';' : ','
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at, divider)
    row.push(cell.value)
    at = cell.end
    if (text[at] === divider) {
      at += 1
      if (at === text.length) row.push('')
      continue
    }
    rows.push(row)
    row = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  if (row.length > 0) rows.push(row)
  return rows.filter((cells) => cells.some((value) => value !== ''))
}

type Cell = { readonly value: string; readonly end: number }

function plainAt(text: string, start: number, divider: string): Cell {
  let end = start
  while (end < text.length && text[end] !== divider && text[end] !== '\n' && text[end] !== '\r')
    end += 1
  return { value: text.slice(start, end), end }
}

/** Two quotes within are one. What stands between the last quote and the divider is left out. */
function quotedAt(text: string, start: number): Cell {
  let value = ''
  let at = start + 1
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return { value: value + text.slice(at), end: text.length }
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    at = quote + 2
  }
  return { value, end: at }
}
