import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { isContent, type ModelEvent } from '@posthouse/llm/canonical/event'
import { dataOf } from '@posthouse/llm/bytes/framing'
import { bufferOf } from '../../../lib/bytes.ts'
import type { FrameNotes } from '../event-watch.ts'
import type { UnreadState } from '@posthouse/llm/canonical/unread'
import { UntranslatedTexts } from '../untranslated.ts'
import { NoteTaker } from './frame-notes.ts'

/** The state of a reading. Plain data. */
type FrameReaderState = {
  /** Of the reader. */
  readonly reading: unknown
  readonly unread: UnreadState
}

export type ToReadFrame = {
  readonly frame: Uint8Array
  readonly from: DialectName
  /** Null: it stands behind the end, and is read by itself. */
  readonly state: FrameReaderState | null
  /** Somebody keeps reasoning of it. */
  readonly isSeen: boolean
}

export type ReadFrame = {
  readonly state: FrameReaderState
  readonly notes: FrameNotes
  /** It gives the client something, or an error, and does not only say that nothing more comes. */
  readonly isSaid: boolean
}

/** A frame that goes on as it came. */
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
