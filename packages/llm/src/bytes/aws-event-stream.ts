import { entryOf } from './fields.ts'
import { type FrameCutter, type FrameRun, frameBytesMax } from './framing.ts'
import { joinRemainder, emptyRemainder, remainder } from './frame-remainder.ts'
import { type EventMessage, messageIn, messageLength, preludeBytes } from './event-message.ts'
import type { Framing } from './framings.ts'

/*
 * Binary messages, each with its checksums. A dialect reads them as server-sent events: the event's name and its
 * payload; an exception as the event `exception`, its data `{code, said}`.
 */

export const awsEventStream: Framing = {
  mediaType: 'application/vnd.amazon.eventstream',
  cutter: () => messageCutter(),
}

/** The fault that ends a stream that can be cut no further. */
type FrameFault = Pick<FrameRun, 'open' | 'broken'>

const tooLong: FrameFault = { open: true }
const broken: FrameFault = { open: false, broken: true }

export function messageCutter(bytesMax = frameBytesMax): FrameCutter {
  let held = emptyRemainder
  let isOver = false
  return {
    push: (chunk) => {
      if (isOver) return null
      const grown = joinRemainder(held, chunk)
      const bytes = Buffer.from(grown.bytes.buffer, grown.bytes.byteOffset, grown.length)
      const { frames, end, fault } = framesIn(bytes, bytesMax)
      isOver = fault !== null
      if (isOver || end === bytes.length) held = emptyRemainder
      else held = end === 0 ? grown : remainder(bytes, end)
      return frames.length === 0 && fault === null ? null : runOf(frames, fault)
    },
    // A message that was cut off says nothing: its checksum is missing.
    flush: () => {
      held = emptyRemainder
      return null
    },
    get heldBytes() {
      return held.bytes.length
    },
  }
}

type FrameCut = {
  readonly frames: readonly Buffer[]
  readonly end: number
  readonly fault: FrameFault | null
}

/** The frames of all messages that are whole, and where the last of them ends. */
function framesIn(bytes: Buffer, bytesMax: number): FrameCut {
  const frames: Buffer[] = []
  let end = 0
  while (bytes.length - end >= preludeBytes) {
    const length = messageLength(bytes.subarray(end, end + preludeBytes))
    if (length === null) return { frames, end, fault: broken }
    if (length > bytesMax) return { frames, end, fault: tooLong }
    if (bytes.length - end < length) break
    const message = messageIn(bytes.subarray(end, end + length))
    const frame = message === null ? null : frameOf(message)
    if (frame === null) return { frames, end, fault: broken }
    frames.push(frame)
    end += length
  }
  return { frames, end, fault: null }
}

function runOf(frames: readonly Buffer[], fault: FrameFault | null): FrameRun {
  let end = 0
  const ends = frames.map(({ length }) => (end += length))
  return { bytes: Buffer.concat(frames), ends, open: false, ...fault }
}

/** Null: it does not say what it is. */
function frameOf(message: EventMessage): Buffer | null {
  const kind = message.headers.get(':message-type') ?? null
  return entryOf(frameByKind, kind)?.(message) ?? null
}

const frameByKind: Readonly<Record<string, (message: EventMessage) => Buffer | null>> = {
  event: ({ headers, payload }) =>
    eventFrame(headers.get(':event-type') ?? '', payload.toString('utf8')),
  exception: ({ headers, payload }) =>
    exceptionFrame(headers.get(':exception-type') ?? '', payload.toString('utf8')),
  error: ({ headers }) =>
    exceptionFrame(headers.get(':error-code') ?? '', headers.get(':error-message') ?? ''),
}

const exceptionFrame = (code: string, said: string): Buffer | null =>
  eventFrame('exception', JSON.stringify({ code, said }))

/** Null: the name would be more than a name. */
function eventFrame(name: string, data: string): Buffer | null {
  if (!/^[\w.:-]+$/.test(name)) return null
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
  return Buffer.from(`event: ${name}\n${lines.join('')}\n`)
}
