/** A figure written by us, such as an amount with its decimals: a number, though it is text here. */
export type Figure = { readonly figure: string }

export type Cell = string | number | bigint | boolean | null | Figure

/** A file of comma-separated values that is made while it is sent. */
export type CsvFile = {
  /** `posthouse-<name>-<day>.csv` */
  readonly name: string
  readonly day: string
  readonly columns: readonly string[]
  /** Pages of rows, each read when the one before has gone out. */
  readonly pages: AsyncIterable<readonly (readonly Cell[])[]>
}
