/** Bytes that come over from the thread of a database in one turn of the loop: a few milliseconds. */
const pieceBytesMax = 4 * 1024 * 1024

type SizedRow = { readonly bytes: bigint | number }

/** Rows that are read together, in their order. One that is longer is a piece of its own. */
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
