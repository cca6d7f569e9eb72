import type { ReactNode } from 'react'

/** One line of the set-up card. */
export type SetUpStep = {
  readonly id: string
  readonly title: string
  readonly done: boolean
  /** Done, and with nothing more to show: it moves into the line of the finished ones. */
  readonly folds: boolean
  readonly help?: ReactNode
  /** The way to the place where it is done. */
  readonly act?: ReactNode
  readonly content?: ReactNode
}
