import { phrase } from '@posthouse/contract/phrases'
import type { Failure } from '@posthouse/llm/canonical/failure'
import { unreadable } from '@posthouse/llm/canonical/answer-bounds'
import type { FrameRun } from '@posthouse/llm/bytes/framing'
import type { Scan } from '@posthouse/llm/operations/dialect-shape'
import { type AttemptFailure, brokenAnswer } from '../../../upstream/attempt-failure.ts'

/** Nobody knows what a frame says whose end does not come, and nothing of it goes out. */
const frameTooLong = brokenAnswer('broken-answer', phrase('a frame of the upstream is too long'))

const frameBroken = brokenAnswer('broken-answer', phrase('a frame of the upstream is broken'))

/** The reason that nothing can be cut behind a run; null: it can. */
export const cutFailureOf = ({ open, broken }: FrameRun): AttemptFailure | null =>
  broken === true ? frameBroken : open ? frameTooLong : null

/** A bound of our own: another supplier would say as much. */
export const textTooLong: AttemptFailure = { ...frameTooLong, verdict: 'retry-nowhere' }

/** Bounds of our own, too: more than its end can repeat. */
export const answerTooLong: AttemptFailure = {
  ...brokenAnswer('broken-answer', phrase('the answer of the upstream is too long')),
  verdict: 'retry-nowhere',
}

/** The frame that a place belongs to. */
export function frameAround(run: FrameRun, at: number): { from: number; to: number } {
  const index = run.ends.findIndex((end) => end > at)
  const from = index === -1 ? (run.ends.at(-1) ?? 0) : (run.ends[index - 1] ?? 0)
  return { from, to: run.ends[index] ?? run.bytes.length }
}

/** Without one of these words a chunk with choices tells no failure. In a text its quotes are escaped. */
const failureWords =
  /"error"(?!\s*:\s*null)|(?:^|[\r\n])event: ?error|"insufficient_system_resource"/

/** A frame up to this length has no more values than a turn can read. */
const readLength = 128 * 1024

/** The first frame that tells a failure, or that cannot be read, by where it begins; null: none does. `text` is the run as latin1. */
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
