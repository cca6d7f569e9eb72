import { phrase } from '@posthouse/contract/phrases'
import type { Failure } from '@posthouse/llm/canonical/failure'
import { unreadable } from '@posthouse/llm/canonical/answer-bounds'
import type { FrameRun } from '@posthouse/llm/bytes/framing'
import type { Scan } from '@posthouse/llm/operations/dialect-shape'
import { type AttemptFailure, brokenAnswer } from '../../../upstream/attempt-failure.ts'

/** A frame without an end cannot be read, so none of it is sent. */
const frameTooLong = brokenAnswer('broken-answer', phrase('a frame of the upstream is too long'))

const frameBroken = brokenAnswer('broken-answer', phrase('a frame of the upstream is broken'))

/** Why no frame can be cut after a run, or null. */
export const cutFailureOf = ({ open, broken }: FrameRun): AttemptFailure | null =>
  broken === true ? frameBroken : open ? frameTooLong : null

/** Our own limit, so another supplier would not help. */
export const textTooLong: AttemptFailure = { ...frameTooLong, verdict: 'retry-nowhere' }

/** Our own limit too: more than the end can repeat. */
export const answerTooLong: AttemptFailure = {
  ...brokenAnswer('broken-answer', phrase('the answer of the upstream is too long')),
  verdict: 'retry-nowhere',
}

/** The frame around a position. */
export function frameAround(run: FrameRun, at: number): { from: number; to: number } {
  const index = run.ends.findIndex((end) => end > at)
  const from = index === -1 ? (run.ends.at(-1) ?? 0) : (run.ends[index - 1] ?? 0)
  return { from, to: run.ends[index] ?? run.bytes.length }
}

/** A chunk with choices reports a failure only if it contains one of these. Inside a JSON text their quotes would be escaped. */
const failureWords =
  /"error"(?!\s*:\s*null)|(?:^|[\r\n])event: ?error|"insufficient_system_resource"/

/** A frame up to this length can be parsed within one turn. */
const readLength = 128 * 1024

/** Position of the first frame that reports a failure or cannot be read, or null. `text` is the run as latin1. */
export function failureAmong(
  { ends }: FrameRun,
  text: string,
  { failureInFrame }: Pick<Scan, 'failureInFrame'>,
): { readonly from: number; readonly failure: Failure } | null {
  const hasWords = failureWords.test(text)
  let from = 0
  for (const end of ends) {
    const frame = text.slice(from, end)
    const failed = frame.length > readLength ? unreadable(frame) : null
    if (failed !== null) return { from, failure: failed.failure }
    const mayFail = !frame.includes('"choices"') || (hasWords && failureWords.test(frame))
    const failure = mayFail ? failureInFrame(Buffer.from(frame, 'latin1').toString('utf8')) : null
    if (failure !== null) return { from, failure }
    from = end
  }
  return null
}
