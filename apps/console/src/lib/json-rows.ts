export type Row = { readonly from: string; readonly to: string }

/** Rows of a JSON object of texts; undefined when the text is not one, and only code can show it. */
export function rowsOfJson(text: string): Row[] | undefined {
  if (text.trim() === '') return []
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  if (!entries.every(([, to]) => typeof to === 'string')) return undefined
  return entries.map(([from, to]) => ({ from, to: String(to) }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The rows as JSON text. Rows without a name on the left are not stored; the last of a name counts. */
export function jsonOfRows(rows: readonly Row[]): string {
  const named = rows.filter((row) => row.from.trim() !== '')
  if (named.length === 0) return ''
  return JSON.stringify(Object.fromEntries(named.map((row) => [row.from.trim(), row.to.trim()])))
}

/** The same JSON with two spaces a level; a text that is no JSON stays as it is. */
export function formattedJson(text: string): string {
  const value = parsed(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}
