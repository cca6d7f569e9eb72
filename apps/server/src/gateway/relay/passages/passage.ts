import type { ModelEvent } from '@posthouse/llm/event'
import type { FrameRun } from '@posthouse/llm/parts/framing'
import { phrase } from '@posthouse/contract/phrases'
import { type AttemptFailure, brokenAnswer } from '../../../upstream/attempt-failure.ts'
import type { Usage } from '@posthouse/llm/usage'
import type { Reported } from '../../../charging/reported.ts'

/** What one read of an upstream's stream comes to. */
export type Step = {
  /** Whole frames for the client. */
  readonly out: readonly Uint8Array[]
  /** What they say, as it stands in their JSON: one character a byte, escapes and all. */
  readonly texts: readonly string[]
  /** Of these, what stands in no frame yet. */
  readonly waiting: readonly string[]
  /** What waited up to here stands in its frames. */
  readonly endsWait: boolean
  /** They give the client something, text or not. */
  readonly gives: boolean
  /** They give the client something, or the reason why there is nothing: from here on there is no other candidate. */
  readonly contentful: boolean
  /** The upstream's own error. It stands behind `out`, and nothing stands behind it. */
  readonly failure: AttemptFailure | null
}

/** Nobody knows what a frame says whose end does not come, and nothing of it goes out. */
export const frameTooLong = brokenAnswer(
  'broken-answer',
  phrase('a frame of the upstream is too long'),
)

const frameBroken = brokenAnswer('broken-answer', phrase('a frame of the upstream is broken'))

/** Why nothing can be cut behind a run; null: it can. */
export const cutFailureOf = ({ open, broken }: FrameRun): AttemptFailure | null =>
  broken === true ? frameBroken : open ? frameTooLong : null

export const emptyStep: Step = {
  out: [],
  texts: [],
  waiting: [],
  endsWait: false,
  gives: false,
  contentful: false,
  failure: null,
}

/** The way of one stream from the upstream's frames to the client's. Has state; is used once. */
export type Passage = {
  /** Frames that are whole. */
  take(run: FrameRun): Step
  /** The connection ended. */
  finish(): Step
  /** Nothing more will come: how the connection ends makes no difference. */
  readonly done: boolean
  /** The answer gave its reason to stop. */
  readonly complete: boolean
  /** The report of the whole answer: nothing was said after it. */
  readonly reported: Reported | null
  /** The last report, of however much of the answer. */
  readonly heard: Reported | null
  /**
   * The answer is over, its supplier reported nothing that can be believed, and the client is to be told: the
   * last frames wait for `countedAs`.
   */
  readonly awaitsCount: boolean
  /** What was counted, for the client; the last frames. */
  countedAs(usage: Usage): Step
}

/** What every passage is told. */
export type PassageWork = {
  /**
   * A report as far as it can be true, after the one before it; `saidBytes` are of the step under way, not yet
   * delivered.
   */
  readonly believe: (
    reported: Reported,
    saidBytes: () => number,
    before: Reported | null,
  ) => Reported
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
  reported: Reported,
  { believe, tierTold }: PassageWork,
  { saidBytes, before = null }: { saidBytes: () => number; before?: Reported | null },
): Reported => ({
  ...(tierTold === undefined ? {} : { tier: tierTold }),
  ...believe(reported, saidBytes, before),
})

export const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0)

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
