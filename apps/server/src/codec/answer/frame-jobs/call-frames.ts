import { brokenFailure, type Failure } from '@posthouse/llm/canonical/failure'
import type { CallsInStream, Scan } from '@posthouse/llm/operations/dialect-shape'
import { type FrameRun, dataOf } from '@posthouse/llm/bytes/framing'
import { parsedFields } from '@posthouse/llm/bytes/fields'
import { editPlaces } from '../../request/edits/edit-places.ts'
import { bufferOf } from '../../../lib/bytes.ts'
import { doneAt, hasStopped } from '../scan/scan.ts'

type WithCalls = {
  /** The run, with indices on all calls. */
  readonly run: FrameRun
  /** The frame that ends the stream with an incomplete call, if any. */
  readonly failing: { readonly from: number; readonly failure: Failure } | null
}

/** Adds missing indices to the calls in a run of frames. Runs without calls, which are most, are not read. */
export function withCalls(run: FrameRun, calls: CallsInStream, scan: Scan): WithCalls {
  const bytes = bufferOf(run.bytes)
  const hasCalls = bytes.includes('"tool_calls"')
  if (!hasCalls && calls.byAnswer.size === 0) return { run, failing: null }
  const out: Buffer[] = []
  const ends: number[] = []
  let failing: WithCalls['failing'] = null
  let from = 0
  let length = 0
  let isMended = false
  for (const end of run.ends) {
    const frame = bytes.subarray(from, end)
    const text = frame.toString('latin1')
    if (doneAt(text) !== -1 && scan.calls.isOpen(calls)) {
      failing ??= { from: length, failure: brokenFailure('the stream broke off') }
    }
    const told = mended(frame, text, { calls, scan })
    out.push(told)
    isMended ||= told !== frame
    length += told.length
    ends.push(length)
    from = end
  }
  if (!isMended) return { run, failing }
  return { run: { ...run, bytes: Buffer.concat([...out, bytes.subarray(from)]), ends }, failing }
}

/** OpenAI clients assemble calls by index, which some suppliers omit. */
function mended(
  frame: Buffer,
  text: string,
  { calls, scan }: { readonly calls: CallsInStream; readonly scan: Scan },
): Buffer {
  if (!text.includes('"tool_calls"') && !hasStopped(text)) return frame
  const data = dataOf(frame.toString('utf8'))
  const chunk = data === null ? null : parsedFields(data)
  const edits = chunk === null ? [] : scan.calls.missingIndices(calls, chunk)
  if (data === null || edits.length === 0) return frame
  // JSON may span several data lines.
  if (!data.includes('\n')) return editPlaces(frame, edits)
  const edited = editPlaces(Buffer.from(data), edits).toString('utf8')
  return Buffer.from(`data: ${edited.replaceAll('\n', ' ')}\n\n`)
}
