/** One promise of docs/performance.md and what came of it. */
export type Target = {
  readonly what: string
  readonly measured: number
  readonly bound: number
  readonly wanted: 'at least' | 'at most'
  readonly unit: string
}

const results: Target[] = []

const isHit = ({ measured, bound, wanted }: Target): boolean =>
  wanted === 'at least' ? measured >= bound : measured <= bound

/** Prints whether a target was reached, and how far from it. */
export function check(target: Target): void {
  results.push(target)
  print(`  ${targetText(target)}`)
}

function targetText(target: Target): string {
  const { what, measured, bound, wanted, unit } = target
  const ratio = bound === 0 ? '∞' : (measured / bound).toFixed(2)
  const verdict = isHit(target) ? 'hit ' : 'MISS'
  return `${verdict} ${what}: ${figure(measured)} ${unit}, ${wanted} ${figure(bound)} (×${ratio})`
}

export function printSummary(): void {
  if (results.length === 0) return
  const hits = results.filter(isHit).length
  heading(`${hits} of ${results.length} targets hit`)
  for (const target of results) print(`  ${targetText(target)}`)
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

export const heading = (text: string): void => print(`\n${text}`)

/** Three digits that mean something. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en').replaceAll(',', ' ')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** Columns in line, the first to the left and the others to the right. */
export function table(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    print(`  ${cells.join('  ')}`)
  }
}
