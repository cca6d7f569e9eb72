import type { ModelEvent } from '@posthouse/llm/canonical/event'
import type { FrameRun } from '@posthouse/llm/bytes/framing'
import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import type { Usage } from '@posthouse/llm/canonical/usage'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import { inlineBytesMax } from '../threads/inline-bytes.ts'

/** The outcome of one read of an upstream's stream. */
export type Step = {
  /** Whole frames for the client. */
  readonly out: readonly Uint8Array[]
  /** Their text, as it stands in their JSON: one character a byte, escapes and all. */
  readonly texts: readonly string[]
  /** Of these, what stands in no frame yet. */
  readonly waiting: readonly string[]
  /** Text that waited up to here stands in its frames. */
  readonly endsWait: boolean
  /** They give the client something, text or not. */
  readonly gives: boolean
  /** They give the client something, or the reason why there is nothing: from here on there is no other candidate. */
  readonly contentful: boolean
  /** The upstream's own error. It stands behind `out`, and nothing stands behind it. */
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

/** At once, or when it was done off the loop: until then nothing else is asked of the passage. */
export type StepSoon = Step | Promise<Step>

/** The way of one stream from the upstream's frames to the client's. Has state; is used once. */
export type Passage = {
  /** Frames that are whole. A large one comes by itself. */
  take(run: FrameRun): StepSoon
  /** The connection ended. */
  finish(): StepSoon
  /** Nothing more will come: how the connection ends makes no difference. */
  readonly done: boolean
  /** The answer gave its reason to stop. */
  readonly complete: boolean
  /** The report of the whole answer: nothing was said after it. */
  readonly reported: ReportedUsage | null
  /** The last report, of however much of the answer. */
  readonly heard: ReportedUsage | null
  /**
   * The answer is over, its supplier reported nothing that can be believed, and the client is to be told: the
   * last frames wait for `countedAs`.
   */
  readonly awaitsCount: boolean
  /** Content that the client's dialect has no place for, until now: `answer.file`. */
  readonly lost: readonly string[]
  /** The count, for the client; the last frames. */
  countedAs(usage: Usage): StepSoon
  /** The memory of the work off the loop. */
  readonly heldBytes: number
  /** The stream is over: what comes back from there is dropped, and the promise of its step never settles. */
  drop(): void
}

/** A frame that is read and written off the loop. */
export const isLargeFrame = ({ bytes, ends }: FrameRun): boolean =>
  ends.length === 1 && bytes.length > inlineBytesMax

/** A frame of a run is large: then each is taken by itself. */
export const hasLargeFrame = ({ bytes, ends }: FrameRun): boolean =>
  bytes.length > inlineBytesMax &&
  ends.some((end, at) => end - (ends[at - 1] ?? 0) > inlineBytesMax)

/** Facts that every passage is told. */
export type PassageWork = {
  /**
   * A report as far as it can be true, after the one before it; `saidBytes` are of the step under way, not yet
   * delivered.
   */
  readonly believe: (
    reported: ReportedUsage,
    saidBytes: () => number,
    before: ReportedUsage | null,
  ) => ReportedUsage
  /** Told what goes out next; absent: nobody counts it. */
  readonly say?: (texts: readonly string[]) => void
  /** The service tier that the head of the answer named. */
  readonly tierTold?: string
  /** Looks on at what is translated. */
  readonly see?: (event: ModelEvent) => void
  /** Looks on at whole frames for the client, in a dialect that keeps its answers. */
  readonly seeFrames?: (frames: string) => void
}

/** A report with our doubts, and with the tier that the head of the answer named. */
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
