import { createParser } from 'eventsource-parser'
import { joinRemainder, emptyRemainder, remainder } from './frame-remainder.ts'

/** Bytes of a frame that are held back while it is incomplete: pictures have some. More go on in pieces. */
export const frameBytesMax = 16 * 1024 * 1024

/**
 * Complete frames, in one piece. `ends` are the places in `bytes` where frames end, boundary
 * included. When `open`, the bytes after the last end belong to a frame too long to wait for, whose
 * rest comes later. When `broken`, what comes behind the last end cannot be cut: nothing more is to be had.
 */
export type FrameRun = {
  readonly bytes: Uint8Array
  readonly ends: readonly number[]
  readonly open: boolean
  readonly broken?: true
}

/** Cuts the bytes of one stream into frames: `framings/`. */
export type FrameCutter = {
  push(chunk: Uint8Array): FrameRun | null
  /** The rest when the stream ends without a last boundary. */
  flush(): Uint8Array | null
  /** Bytes of memory that the frame under way takes. */
  readonly heldBytes: number
}

/** A run without the beginning of a frame that is too long to wait for. */
export const wholeFramesOf = ({ bytes, ends, open }: FrameRun): FrameRun =>
  open ? { bytes: bytes.subarray(0, ends.at(-1) ?? 0), ends, open: false } : { bytes, ends, open }

/** Every frame of a run by itself, and last of all how it goes on. */
export function framesOf({ bytes, ends, ...after }: FrameRun): FrameRun[] {
  const runs = ends.map((end, at): FrameRun => {
    const from = ends[at - 1] ?? 0
    return { bytes: bytes.subarray(from, end), ends: [end - from], open: false }
  })
  const last = ends.at(-1) ?? 0
  const isCutWhole = last === bytes.length && !after.open && after.broken !== true
  return isCutWhole ? runs : [...runs, { bytes: bytes.subarray(last), ends: [], ...after }]
}

const lineFeed = 10
const carriageReturn = 13

/**
 * Cuts server-sent events by their boundary alone: an empty line, whether lines end in LF, CRLF or CR. It reads
 * nothing else, so that the bytes go on as they came.
 */
export function frameCutter(bytesMax = frameBytesMax): FrameCutter {
  let held = emptyRemainder
  /** A piece of the frame under way has gone out already. */
  let inPieces = false
  const takeHeld = (): Uint8Array | null => {
    const { bytes, length } = held
    held = emptyRemainder
    return length === 0 ? null : bytes.subarray(0, length)
  }
  return {
    push: (chunk) => {
      // Only the last bytes that were held can be part of a boundary that the chunk completes.
      const from = Math.max(0, held.length - tailBytes)
      const grown = joinRemainder(held, chunk)
      const bytes = grown.bytes.subarray(0, grown.length)
      const ends = endsIn(bytes, from)
      const cut = ends.at(-1) ?? 0
      const continues = inPieces && cut === 0
      const open = bytes.length - cut > (continues ? tailBytes : bytesMax)
      const out = open ? bytes.length - tailBytes : cut
      held = out === 0 ? grown : out === bytes.length ? emptyRemainder : remainder(bytes, out)
      inPieces = open || continues
      return out === 0 ? null : { bytes: bytes.subarray(0, out), ends, open }
    },
    flush: () => {
      inPieces = false
      return takeHeld()
    },
    get heldBytes() {
      return held.bytes.length
    },
  }
}

const endsIn = (bytes: Uint8Array, from: number): number[] =>
  bytes.includes(carriageReturn, from) ? endsOf(bytes, from) : endsByLineFeed(bytes, from)

/** Kept back of a frame that goes in pieces, so that no boundary is cut in two. */
const tailBytes = 3

function endsByLineFeed(bytes: Uint8Array, from: number): number[] {
  const ends: number[] = []
  let at = bytes.indexOf(lineFeed, from)
  while (at !== -1 && at + 1 < bytes.length) {
    if (bytes[at + 1] === lineFeed) {
      ends.push(at + 2)
      at = bytes.indexOf(lineFeed, at + 2)
    } else {
      at = bytes.indexOf(lineFeed, at + 1)
    }
  }
  return ends
}

/** The general case. A CR as the last byte waits: an LF may follow that belongs to it. */
function endsOf(bytes: Uint8Array, from: number): number[] {
  const ends: number[] = []
  // Begun in the middle of a line, or of the CRLF before: the first line end found counts as one.
  let at = from
  let lineEnd = -1
  while (at < bytes.length) {
    const length = lineEndAt(bytes, at)
    if (length === null) break
    if (length === 0) {
      at += 1
      continue
    }
    const isEmptyLine = lineEnd === at
    at += length
    if (isEmptyLine) ends.push(at)
    lineEnd = isEmptyLine ? -1 : at
  }
  return ends
}

/** The length of the line end at a place, 0 when there is none, null when it cannot be told yet. */
function lineEndAt(bytes: Uint8Array, at: number): number | null {
  if (bytes[at] === lineFeed) return 1
  if (bytes[at] !== carriageReturn) return 0
  if (at + 1 >= bytes.length) return null
  return bytes[at + 1] === lineFeed ? 2 : 1
}

/** An event as its frame tells it. */
export type FrameEvent = { readonly name: string | null; readonly data: string }

/**
 * The event of a frame, the lines of its `data` joined; null for a comment or a frame without data. The last
 * frame of a stream may lack its boundary: it is read all the same.
 */
export function frameEvent(frame: string): FrameEvent | null {
  let found: FrameEvent | null = null
  const parser = createParser({
    onEvent: ({ event, data }) => {
      found ??= { name: event ?? null, data }
    },
  })
  parser.feed(frame)
  if (found === null) parser.feed('\n\n')
  return found
}

export const dataOf = (frame: string): string | null => frameEvent(frame)?.data ?? null
