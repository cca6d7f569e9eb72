import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { isContent, type ModelEvent } from '@posthouse/llm/canonical/event'
import { dataOf } from '@posthouse/llm/bytes/framing'
import { bufferOf } from '../../../lib/bytes.ts'
import type { FrameNotes } from '../event-watch.ts'
import type { UntranslatedState } from '@posthouse/llm/canonical/untranslated'
import { UntranslatedTexts } from '../untranslated.ts'
import { NoteTaker } from './frame-notes.ts'

/** Plain data. */
type FrameReaderState = {
  /** State of the dialect's reader. */
  readonly reading: unknown
  readonly unread: UntranslatedState
}

export type ToReadFrame = {
  readonly frame: Uint8Array
  readonly from: DialectName
  /** Null for a frame after the end, which is read on its own. */
  readonly state: FrameReaderState | null
  /** Its reasoning is stored. */
  readonly isSeen: boolean
}

export type ReadFrame = {
  readonly state: FrameReaderState
  readonly notes: FrameNotes
  /** It has content or an error, not just the end marker. */
  readonly isSaid: boolean
}

/** Reads a frame that is forwarded unchanged. */
export function readFrame({ frame, from, state, isSeen }: ToReadFrame): ReadFrame {
  const { asClient } = dialects[from]
  const text = bufferOf(frame).toString('utf8')
  const reader = state === null ? asClient.read() : asClient.readOn(state.reading)
  const unread = new UntranslatedTexts(from, state?.unread)
  const events = reader.step(text)
  const taker = new NoteTaker(isSeen)
  if (!events.some(({ kind }) => kind === 'failed')) taker.give(unread.step(text))
  for (const event of events) taker.add(event)
  return {
    state: { reading: reader.state, unread: unread.state },
    notes: taker.notes,
    isSaid: events.some(says) && dataOf(text)?.trim() !== '[DONE]',
  }
}

const says = (event: ModelEvent): boolean => event.kind === 'failed' || isContent(event)
