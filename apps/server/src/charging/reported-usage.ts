import type { Usage } from '@posthouse/llm/canonical/usage'

export type Side = 'input' | 'output'

/** An impossible figure and the one charged instead, in tokens. */
export type Doubt = {
  readonly what: Side
  readonly claimed: number
  readonly believed: number
}

/** Reported usage in buckets, cut to what is possible. `absurd` reports are not used at all. */
export type ReportedUsage = {
  readonly usage: Usage
  readonly absurd: boolean
  /** Absent if nothing was changed. */
  readonly doubts?: readonly Doubt[]
  /** Sides reported far too low, which our count replaces. */
  readonly low?: readonly Side[]
  /** Claimed parts that exceeded their whole. */
  readonly parts?: Readonly<Partial<Record<Side, number>>>
  /** Reported before any output, so its output figure may be a placeholder. */
  readonly early?: true
  /** Service tier that answered, in the supplier's terms. */
  readonly tier?: string
}
