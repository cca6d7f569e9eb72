/** Columns of what can be put back, by table, and whether they hold numbers or text. */
export const restorable = {
  channels: {
    status: 'bigint',
    groups: 'text',
    tag: 'text',
    priority: 'bigint',
    weight: 'bigint',
  },
  tokens: { status: 'bigint' },
} as const

export type RestorableTable = keyof typeof restorable

/** What a row was before a change, in the order of the entry's columns, and the version that the change gave it. */
export type RowBefore = {
  readonly id: bigint
  readonly version: bigint
  readonly values: readonly (string | bigint)[]
}

export type ChangedRows = {
  readonly table: RestorableTable
  readonly columns: readonly string[]
  readonly rows: readonly RowBefore[]
}
