import type { ModelEvent } from '@posthouse/llm/event'
import type { FrameRun } from '@posthouse/llm/parts/framing'
import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import type { Reported } from '../exchange.ts'

/** What one read of an upstream's stream comes to. */
export type Step = {
  /** Whole frames for the client. */
  readonly out: readonly Uint8Array[]
  /** What they say, as it stands in their JSON: one character a byte, escapes and all. */
  readonly texts: readonly string[]
  /** They give the client something: from here on there is no other candidate. */
  readonly contentful: boolean
  /** The upstream's own error. It stands behind `out`, and nothing stands behind it. */
  readonly failure: AttemptFailure | null
}

export const emptyStep: Step = { out: [], texts: [], contentful: false, failure: null }

/** The way of one stream from the upstream's frames to the client's. Has state; is used once. */
export type Passage = {
  /** How long a frame may be before it comes in pieces. */
  readonly frameBytesMax: number
  take(run: FrameRun): Step
  /** The connection ended. */
  finish(): Step
  /** Nothing more will come: how the connection ends makes no difference. */
  readonly done: boolean
  /** The answer gave its reason to stop. */
  readonly complete: boolean
  /** Everything that went out ends at the end of a frame. */
  readonly atBoundary: boolean
  readonly reported: Reported | null
}

/** What every passage is told. */
export type PassageWork = {
  /** Usage that no request of this size can have is not believed. */
  readonly isAbsurd: (reported: Reported) => boolean
  /** The service tier that the head of the answer named. */
  readonly tierTold?: string
  /** Looks on at what is translated. */
  readonly see?: (event: ModelEvent) => void
  /** Looks on at whole frames for the client, in a dialect that keeps its answers. */
  readonly seeFrames?: (frames: string) => void
}

/** The last usage that was reported, with our doubt. */
export const checked = (reported: Reported, { isAbsurd, tierTold }: PassageWork): Reported => ({
  ...(tierTold === undefined ? {} : { tier: tierTold }),
  ...reported,
  absurd: reported.absurd || isAbsurd(reported),
})

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
