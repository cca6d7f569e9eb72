import type { Usage } from '@posthouse/llm/canonical/usage'
import type { ReportedUsage } from '../../../charging/reported-usage.ts'
import type { AttemptFailure } from '../../../upstream/attempt-failure.ts'

/** What one read of an answer gives its client. */
export type Flowed = {
  readonly out: readonly Buffer[]
  /** What it says, to be counted should nobody report it. */
  readonly texts: readonly string[]
  /** Tokens that the sound among it stands for, should nobody report any. */
  readonly soundTokens: number
  /** It stands behind `out`. */
  readonly failure: AttemptFailure | null
}

export const nothingFlowed: Flowed = {
  out: [],
  texts: [],
  soundTokens: 0,
  failure: null,
}

/** The way of an answer that goes on as it comes and is no chat. Has state; is used once. */
export type Flow = {
  readonly headers: Readonly<Record<string, string>>
  /** Nothing of it can be read before all of it is there. */
  readonly isWhole: boolean
  /** All that goes out is `last`. Absent: it goes out as it comes. */
  readonly waits?: boolean
  take(bytes: Buffer): Flowed
  /** The connection ended. */
  finish(): Flowed
  readonly reported: ReportedUsage | null
  /** Seconds of sound that the supplier says it heard. Absent or null: it does not say. */
  readonly seconds?: number | null
  /** What is behind it, with what was used, and its cost in dollars as a JSON number; null: nothing. */
  last(usage: Usage, cost: string | null): Buffer | null
}
