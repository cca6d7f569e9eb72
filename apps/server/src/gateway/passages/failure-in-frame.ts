import type { FrameRun } from '@posthouse/llm/parts/framing'
import type { Channel } from '../../channels/channel.ts'
import { type AttemptFailure, failureInAnswer } from '../../upstream/attempt-failure.ts'

/** The frame that a place belongs to. */
export function frameAround(run: FrameRun, at: number): { from: number; to: number } {
  const index = run.ends.findIndex((end) => end > at)
  const from = index === -1 ? (run.ends.at(-1) ?? 0) : (run.ends[index - 1] ?? 0)
  return { from, to: run.ends[index] ?? run.bytes.length }
}

/** Null: the word stands somewhere else in the frame. */
export function failureInFrame(frame: string, channel: Channel): AttemptFailure | null {
  const data = frame.slice(frame.indexOf('{'), frame.lastIndexOf('}') + 1)
  try {
    const value: unknown = JSON.parse(Buffer.from(data, 'latin1').toString('utf8'))
    const isError = typeof value === 'object' && value !== null && 'error' in value && value.error
    return isError ? failureInAnswer(JSON.stringify(value), channel) : null
  } catch {
    return null
  }
}
