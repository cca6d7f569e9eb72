import type { ReactNode } from 'react'

/** One column of a list; what a card shows of it on a narrow screen. */
export type Column<Row, Sort extends string = string> = {
  readonly id: string
  readonly header: string
  /** `address`: of the row's panel. */
  readonly cell: (row: Row, address: string) => ReactNode
  /** Numbers stand right, in figures of equal width. */
  readonly numeric?: boolean
  /** The field to sort by, one of those that the server sorts. */
  readonly sort?: Sort
  /** `title`: the card's name; `fact`: one of its three or four facts; absent: not on the card. */
  readonly card?: 'title' | 'status' | 'fact'
  /** What a card calls it where the row has something else there. */
  readonly cardHeader?: (row: Row) => string
  /** What a card shows in place of the cell, for more than its column says. */
  readonly cardCell?: (row: Row, address: string) => ReactNode
  /** Pixels that it takes at most, padding included; a longer text ends in an ellipsis. */
  readonly room?: number
  /** Gives way where the columns do not fit: the highest number first. Absent: stays. */
  readonly gives?: number
  /** Stays in sight beside the row's menu when the columns do not fit. */
  readonly kept?: boolean
  /** Whether the column chooser may hide it. */
  readonly optional?: boolean
}

export type FilterField<Filter extends string> = {
  readonly name: Filter
  readonly label: string
  /** What the search box says while it is empty; the label otherwise. */
  readonly placeholder?: string
  /** `segments`: a few choices, one click away where there is room. */
  readonly kind: 'text' | 'choice' | 'segments' | 'time'
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}
