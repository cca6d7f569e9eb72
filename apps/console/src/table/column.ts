import type { ReactNode } from 'react'

/** One column of a list; what a card shows of it on a narrow screen. */
export type Column<Row> = {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand right, in figures of equal width. */
  readonly numeric?: boolean
  /** The field to sort by, when the server sorts it. */
  readonly sort?: string
  /** `title`: the card's name; `fact`: one of its three or four facts; absent: not on the card. */
  readonly card?: 'title' | 'status' | 'fact'
  /** Whether the column chooser may hide it. */
  readonly optional?: boolean
}

export type FilterField<Filter extends string> = {
  readonly name: Filter
  readonly label: string
  readonly kind: 'text' | 'choice' | 'time'
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}
