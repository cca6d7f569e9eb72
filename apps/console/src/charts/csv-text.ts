export type CsvColumn = { readonly name: string; readonly values: readonly (number | null)[] }

/** A name that a spreadsheet would take for a formula is none behind a quote. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Figures as comma-separated values, a row for each step, with the mark by which spreadsheets know UTF-8. */
export function csvText(
  heading: string,
  titles: readonly string[],
  columns: readonly CsvColumn[],
): string {
  const rows = titles.map((title, place) => [
    cell(title),
    ...columns.map(({ values }) => String(values[place] ?? '')),
  ])
  const lines = [[heading, ...columns.map(({ name }) => name)].map(cell), ...rows]
  return `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}
