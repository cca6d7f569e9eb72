/** A row as it was before a change, in the order of the entry's columns, and the version that the change gave it. */
export type RowBefore = {
  readonly id: bigint
  readonly version: bigint
  readonly values: readonly (string | bigint)[]
}

export type ChangedRows = {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly RowBefore[]
}
