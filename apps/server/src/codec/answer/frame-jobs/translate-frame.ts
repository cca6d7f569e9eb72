import type { SpokenDialect } from '@posthouse/llm/canonical/dialect'
import { clientOf, spokenBySuppliers } from '@posthouse/llm/dialects'
import type { ModelEvent, UsageEvent } from '@posthouse/llm/canonical/event'
import { AnswerBounds, type AnswerExtent } from '@posthouse/llm/canonical/answer-bounds'
import { lostIn } from '@posthouse/llm/canonical/losses'
import type { ClientRoute } from '../../../domain/channels/dialect-choice.ts'
import { bufferOf } from '../../../lib/bytes.ts'
import { framesWithCost } from '../cost-frames.ts'
import { type FrameNotes, heldLength, textIn } from '../event-watch.ts'
import { namedForClient, type ClientContext } from '../client-context.ts'
import { lengthOf } from '../passage.ts'
import { NoteTaker } from './frame-notes.ts'

/** Plain data. */
type TranslationState = {
  /** State of the dialect's reader. */
  readonly reading: unknown
  /** State of the dialect's writer. */
  readonly writing: unknown
  readonly extent: AnswerExtent
}

export type ToTranslateFrame = {
  readonly frame: Uint8Array
  readonly from: SpokenDialect
  readonly way: ClientRoute
  readonly hearing: ClientContext
  readonly state: TranslationState
  /** Its reasoning is stored. */
  readonly isSeen: boolean
}

/** Null if it has too much text to translate. */
export type TranslatedFrame = {
  readonly state: TranslationState
  readonly notes: FrameNotes
  /** Frames for the client. */
  readonly frames: Uint8Array
  /** Length kept for later frames. */
  readonly heldLength: number
  /** Content that the client's dialect cannot carry. */
  readonly lost: readonly string[]
} | null

/** Characters of text in one frame. The longest answers have a quarter of this, and translating more takes long. */
export const frameTextMax = 1024 * 1024

/** Translates a frame, except for the end of the answer, which waits for the usage. */
export function translateFrame(toTranslate: ToTranslateFrame): TranslatedFrame {
  const { frame, from, way, hearing, state, isSeen } = toTranslate
  const reader = spokenBySuppliers[from].asClient.readOn(state.reading)
  const events = reader.step(bufferOf(frame).toString('utf8'))
  if (lengthOf(events.map(textIn)) > frameTextMax) return null
  const { asServer } = clientOf(way)
  const writer = asServer.writeOn(state.writing)
  const bounds = new AnswerBounds(state.extent)
  const told = namedForClient(hearing)
  const taker = new NoteTaker(isSeen)
  const out: string[] = []
  let length = 0
  for (const one of events) {
    const event = bounds.within(one)
    const frames = isWrittenAtOnce(event) ? writer.frames(told(event)) : ''
    taker.add(event, frames === '')
    if (event.kind === 'failed') break
    out.push(frames)
    length += heldLength(event, frames, asServer.endRepeats)
  }
  return {
    state: { reading: reader.state, writing: writer.state, extent: bounds.extent },
    notes: taker.notes,
    frames: Buffer.from(out.join('')),
    heldLength: length,
    lost: lostIn(asServer.losses, events, 'streamed'),
  }
}

/** Failures are written by the gateway, and usage goes before the end. */
export const isWrittenAtOnce = ({ kind }: ModelEvent): boolean =>
  kind !== 'failed' && kind !== 'usage' && kind !== 'end'

export type ToWriteEnd = {
  readonly way: ClientRoute
  /** State of the dialect's writer. */
  readonly writing: unknown
  readonly usage: UsageEvent
  /** Cost to show, or null. */
  readonly cost: string | null
}

/** Writes the last frames of an answer, with usage. */
export function writeEnd({ way, writing, usage, cost }: ToWriteEnd): Uint8Array {
  const { asServer, id } = clientOf(way)
  const writer = asServer.writeOn(writing)
  const frames = writer.frames(usage) + writer.frames({ kind: 'end' })
  return Buffer.from(cost === null ? frames : framesWithCost(frames, id, () => cost))
}
