import type { Usage } from '@posthouse/llm/canonical/usage'
import type { ReportedUsage } from '../../../charging/reported-usage.ts'
import type { AttemptFailure } from '../../../upstream/attempt-failure.ts'

/** The result of one read. */
export type Flowed = {
  readonly out: readonly Buffer[]
  /** Text to count if no usage is reported. */
  readonly texts: readonly string[]
  /** Tokens of its sound, if no usage is reported. */
  readonly soundTokens: number
  /** Follows `out`. */
  readonly failure: AttemptFailure | null
}

export const nothingFlowed: Flowed = {
  out: [],
  texts: [],
  soundTokens: 0,
  failure: null,
}

/** Processes sound, pictures or transcripts as they arrive. Stateful, for one answer. */
export type Flow = {
  readonly headers: Readonly<Record<string, string>>
  /** The answer can only be read as a whole. */
  readonly isWhole: boolean
  /** Everything is sent by `last`, at the end. */
  readonly waits?: boolean
  take(bytes: Buffer): Flowed
  /** The connection ended. */
  finish(): Flowed
  readonly reported: ReportedUsage | null
  /** Seconds of audio that the supplier reports. */
  readonly seconds?: number | null
  /** Final bytes with usage and cost, in dollars as a JSON number; null if there are none. */
  last(usage: Usage, cost: string | null): Buffer | null
}
