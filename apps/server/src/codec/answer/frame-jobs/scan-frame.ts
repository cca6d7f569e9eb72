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

/** The facts of the frames of a scanned run. */
export type ScannedFrames = {
  /** The place of a frame that tells a failure, or cannot be read; nothing was looked at behind it. */
  readonly failing: { readonly from: number; readonly failure: Failure } | null
  /** As they stand in their JSON: texts, and the names of calls. */
  readonly texts: readonly string[]
  /** The place of the frame that says that nothing more comes; -1: nowhere. */
  readonly done: number
  readonly stops: boolean
  /** They give the client something, text or not. */
  readonly gives: boolean
  readonly head: ChunkHead | null
  readonly usages: readonly FoundUsage[]
}

export type FoundUsage = UsageFrame & {
  /** The frame that has it. */
  readonly from: number
  readonly to: number
  /** Texts stand behind it. */
  readonly isStale: boolean
}

export type ToScan = {
  readonly scan: Scan
  readonly names: CallNames
  /** Nobody knows it yet. */
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

/** Looks for a few names. Nothing is parsed but what has usage, calls or a failure. */
export function scanned(run: FrameRun, { scan, names, wantsHead }: ToScan): ScannedFrames {
  const text = bufferOf(run.bytes).toString('latin1')
  const failing = failureAmong(run, text, scan)
  if (failing !== null) return { ...nothing, failing }
  // They are kept until the answer is settled, and the run is not.
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
  /** Of the reader of whoever keeps reasoning of the answer; null: nobody does. */
  readonly hearing: { readonly reading: unknown } | null
}

export type ScannedFrame = {
  readonly scanned: ScannedFrames
  readonly names: NamesTold
  readonly calls: CallsInStream
  /** The frame with the indices that its calls lacked; null: it stays as it came. */
  readonly mended: Uint8Array | null
  readonly hearing: { readonly reading: unknown; readonly seen: readonly ModelEvent[] } | null
}

/** A frame that is taken by itself. */
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
