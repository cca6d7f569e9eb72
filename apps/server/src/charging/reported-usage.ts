import type { Usage } from '@posthouse/llm/canonical/usage'

/** The input, or the output. */
export type Side = 'input' | 'output'

/** A figure that cannot be, and what is charged in its place. Tokens. */
export type Doubt = {
  readonly what: Side
  readonly claimed: number
  readonly believed: number
}

/** Usage as reported, already in buckets and cut to what can be, or not to be believed. */
export type ReportedUsage = {
  readonly usage: Usage
  readonly absurd: boolean
  /** Absent: nothing was changed. */
  readonly doubts?: readonly Doubt[]
  /** Sides that are far below what there is: the count takes their place. Absent: nothing. */
  readonly low?: readonly Side[]
  /** Parts that were more than their whole, as they were claimed. Absent: none were. */
  readonly parts?: Readonly<Partial<Record<Side, number>>>
  /** It came before anything was said, and its output may stand for none. */
  readonly early?: true
  /** The service tier that answered, in the supplier's word. Absent: it did not say. */
  readonly tier?: string
}
