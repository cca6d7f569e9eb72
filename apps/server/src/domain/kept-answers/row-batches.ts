/** Bytes received from the database thread in one turn, which takes a few milliseconds. */
const pieceBytesMax = 4 * 1024 * 1024

type SizedRow = { readonly bytes: bigint | number }

/** Groups rows to read together, in order. A longer row is a batch of its own. */
export function rowBatches<Row extends SizedRow>(
  rows: readonly Row[],
): readonly (readonly Row[])[] {
  const pieces: Row[][] = []
  let left = 0
  for (const row of rows) {
    const bytes = Number(row.bytes)
    if (pieces.length === 0 || bytes > left) {
      pieces.push([])
      left = pieceBytesMax
    }
    pieces.at(-1)?.push(row)
    left -= bytes
  }
  return pieces
}

export const bytesOf = (rows: readonly SizedRow[]): number =>
  rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
