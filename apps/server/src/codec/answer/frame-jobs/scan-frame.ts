import type { DialectName } from '@posthouse/llm/canonical/dialect'
import type { CallsInStream, Scan } from '@posthouse/llm/operations/dialect-shape'
import { type Dialect, dialects, scanOf } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import type { Failure } from '@posthouse/llm/canonical/failure'
import type { FrameRun } from '@posthouse/llm/bytes/framing'
import { bufferOf } from '../../../lib/bytes.ts'
import { ownText } from '../../../lib/cut.ts'
import { withCalls } from './call-frames.ts'
import { CallNames, type NamesTold } from './call-names.ts'
import { failureAmong, frameAround } from '../scan/failure-in-frame.ts'
import {
  type ChunkHead,
  doneAt,
  givesOther,
  hasStopped,
  headIn,
  lastTextEnd,
  textsIn,
  usageAt,
} from '../scan/scan.ts'
import { readUsage, type UsageFrame } from './usage-frame.ts'
import { NoteTaker } from './frame-notes.ts'

/** Facts of a scanned run of frames. */
export type ScannedFrames = {
  /** Position of a frame that reports a failure or cannot be read. Nothing after it was read. */
  readonly failing: { readonly from: number; readonly failure: Failure } | null
  /** Texts and call names, JSON-escaped. */
  readonly texts: readonly string[]
  /** Position of the end marker, or -1. */
  readonly done: number
  readonly stops: boolean
  /** They have content for the client, text or not. */
  readonly gives: boolean
  readonly head: ChunkHead | null
  readonly usages: readonly FoundUsage[]
}

export type FoundUsage = UsageFrame & {
  /** Position of its frame. */
  readonly from: number
  readonly to: number
  /** Text follows it. */
  readonly isStale: boolean
}

export type ToScan = {
  readonly scan: Scan
  readonly names: CallNames
  /** The head is not known yet. */
  readonly wantsHead: boolean
}

const nothing: Omit<ScannedFrames, 'failing'> = {
  texts: [],
  done: -1,
  stops: false,
  gives: false,
  head: null,
  usages: [],
}

/** Searches for a few names. Parses only frames with usage, calls or a failure. */
export function scanned(run: FrameRun, { scan, names, wantsHead }: ToScan): ScannedFrames {
  const text = bufferOf(run.bytes).toString('latin1')
  const failing = failureAmong(run, text, scan)
  if (failing !== null) return { ...nothing, failing }
  // Copied, so that the run can be freed before the settlement.
  const texts = [...textsIn(text), ...names.of(run, text)].map(ownText)
  return {
    failing,
    texts,
    done: doneAt(text),
    stops: hasStopped(text),
    gives: texts.length > 0 || givesOther(text),
    head: wantsHead ? headIn(text) : null,
    usages: usagesAmong(run, text, scan),
  }
}

function usagesAmong(run: FrameRun, text: string, scan: Scan): readonly FoundUsage[] {
  const usages: FoundUsage[] = []
  let at = usageAt(text, 0)
  const lastText = at === -1 ? 0 : lastTextEnd(text)
  while (at !== -1) {
    const { from, to } = frameAround(run, at)
    const found = readUsage(text.slice(from, to), scan)
    if (found !== null) usages.push({ ...found, from, to, isStale: lastText > to })
    at = usageAt(text, to)
  }
  return usages
}

export type ToScanFrame = {
  readonly frame: Uint8Array
  readonly from: DialectName
  readonly names: NamesTold
  readonly calls: CallsInStream
  readonly wantsHead: boolean
  /** State of the reader that stores reasoning; null if it is not stored. */
  readonly hearing: { readonly reading: unknown } | null
}

export type ScannedFrame = {
  readonly scanned: ScannedFrames
  readonly names: NamesTold
  readonly calls: CallsInStream
  /** The frame with added call indices; null if unchanged. */
  readonly mended: Uint8Array | null
  readonly hearing: { readonly reading: unknown; readonly seen: readonly ModelEvent[] } | null
}

/** Scans a single frame. */
export function scanFrame({ frame, from, names, calls, ...asked }: ToScanFrame): ScannedFrame {
  const { wantsHead, hearing } = asked
  const dialect = dialects[from]
  const told = new CallNames(names)
  const scan = scanOf(dialect)
  const { run } = withCalls({ bytes: frame, ends: [frame.length], open: false }, calls, scan)
  return {
    scanned: scanned(run, { scan, names: told, wantsHead }),
    names: told.told,
    calls,
    mended: run.bytes === frame ? null : run.bytes,
    hearing: hearing === null ? null : heardIn(frame, dialect, hearing.reading),
  }
}

function heardIn(
  frame: Uint8Array,
  { asClient }: Dialect,
  reading: unknown,
): ScannedFrame['hearing'] {
  const reader = asClient.readOn(reading)
  const taker = new NoteTaker(true)
  for (const event of reader.step(bufferOf(frame).toString('utf8'))) taker.add(event)
  return { reading: reader.state, seen: taker.notes.seen }
}
