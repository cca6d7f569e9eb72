import type { ModelEvent } from '@posthouse/llm/canonical/event'
import type { FrameRun } from '@posthouse/llm/bytes/framing'
import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import type { Usage } from '@posthouse/llm/canonical/usage'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import { inlineBytesMax } from '../threads/inline-bytes.ts'

/** The result of one read. */
export type Step = {
  /** Whole frames for the client. */
  readonly out: readonly Uint8Array[]
  /** Text of the frames, JSON-escaped latin1, one character per byte. */
  readonly texts: readonly string[]
  /** Those that are in no frame yet. */
  readonly waiting: readonly string[]
  /** The frames contain all waiting text. */
  readonly endsWait: boolean
  /** They have content for the client, text or not. */
  readonly gives: boolean
  /** They have content, or the reason why there is none. No other candidate can be asked after them. */
  readonly contentful: boolean
  /** An error of the upstream, after `out` and before nothing else. */
  readonly failure: AttemptFailure | null
}

export const emptyStep: Step = {
  out: [],
  texts: [],
  waiting: [],
  endsWait: false,
  gives: false,
  contentful: false,
  failure: null,
}

/** A promise if the work runs in a thread. Until it settles, no other method may be called. */
export type StepSoon = Step | Promise<Step>

/** Converts the frames of one stream from the upstream for the client. Stateful. */
export type Passage = {
  /** Takes complete frames. A large frame must come alone. */
  take(run: FrameRun): StepSoon
  /** Called when the connection has ended. */
  finish(): StepSoon
  /** The answer is complete, so how the connection ends does not matter. */
  readonly done: boolean
  /** The answer had a stop reason. */
  readonly complete: boolean
  /** The report that covers the whole answer, followed by no text. */
  readonly reported: ReportedUsage | null
  /** The last report, which may cover part of the answer. */
  readonly heard: ReportedUsage | null
  /** The answer has ended without a plausible report, and the last frames wait for `countedAs`. */
  readonly awaitsCount: boolean
  /** Content so far that the client's dialect cannot carry, such as `answer.file`. */
  readonly lost: readonly string[]
  /** Writes the last frames with our count. */
  countedAs(usage: Usage): StepSoon
  /** Memory of the job in a thread. */
  readonly heldBytes: number
  /** Ends the stream. Results of a running job are dropped, and its promise never settles. */
  drop(): void
}

/** Whether a frame is processed in a thread. */
export const isLargeFrame = ({ bytes, ends }: FrameRun): boolean =>
  ends.length === 1 && bytes.length > inlineBytesMax

/** Whether a run contains a large frame, so that each must be taken alone. */
export const hasLargeFrame = ({ bytes, ends }: FrameRun): boolean =>
  bytes.length > inlineBytesMax &&
  ends.some((end, at) => end - (ends[at - 1] ?? 0) > inlineBytesMax)

/** What every passage needs. */
export type PassageWork = {
  /** Limits a report to what is possible, given the previous one. `saidBytes` are those of the current step, not delivered yet. */
  readonly believe: (
    reported: ReportedUsage,
    saidBytes: () => number,
    before: ReportedUsage | null,
  ) => ReportedUsage
  /** Receives text about to be sent, to count it. */
  readonly say?: (texts: readonly string[]) => void
  /** Service tier from the response headers. */
  readonly tierTold?: string
  /** Receives translated events. */
  readonly see?: (event: ModelEvent) => void
  /** Receives the client's frames, in a dialect with stored answers. */
  readonly seeFrames?: (frames: string) => void
}

/** Checks a report against its limits and adds the tier of the response headers. */
export const checked = (
  reported: ReportedUsage,
  { believe, tierTold }: PassageWork,
  { saidBytes, before = null }: { saidBytes: () => number; before?: ReportedUsage | null },
): ReportedUsage => ({
  ...(tierTold === undefined ? {} : { tier: tierTold }),
  ...believe(reported, saidBytes, before),
})

export const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0)

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
