/** A number in text form, for example an amount with its decimals. */
export type Figure = { readonly figure: string }

export type Cell = string | number | bigint | boolean | null | Figure

/** A CSV file that is generated while it is sent. */
export type CsvFile = {
  /** `posthouse-<name>-<day>.csv` */
  readonly name: string
  readonly day: string
  readonly columns: readonly string[]
  /** Pages of rows. Each is read after the previous one was sent. */
  readonly pages: AsyncIterable<readonly (readonly Cell[])[]>
}

/** Rows of a page of an export. */
export const exportPageRows = 1_000

/** Reads by key set, newest first, until a page is not full. `read` returns the rows below an id, in order. */
export async function* pagesById<Row extends { readonly id: bigint }, Out>(
  read: (before: bigint | null) => Promise<readonly Row[]>,
  present: (rows: readonly Row[]) => Out,
): AsyncGenerator<Out> {
  for (let before: bigint | null = null; ;) {
    const rows: readonly Row[] = await read(before)
    if (rows.length > 0) yield present(rows)
    if (rows.length < exportPageRows) return
    before = rows.at(-1)?.id ?? null
  }
}
