import { frameCutter } from '@posthouse/llm/bytes/framing'
import type { GatewayParts } from '../gateway-parts.ts'
import type { RunEventText } from '../../domain/kept-answers/run-event.ts'
import { isLast, type RunWriter } from '../../domain/kept-answers/run-events.ts'

export type RunRecorder = {
  take(bytes: Uint8Array): void
  /** The final event, held back until the next call may continue the response, or null. Resolves when all events are recorded. */
  last(): Promise<RunEventText | null>
}

type Recording = {
  readonly writer: RunWriter
  /** Our id of the response. */
  readonly responseId: string
}

/** Records the events of a Responses stream, renumbered and with our id of the response. Comments are not recorded. */
export function recordRun(
  { bodies, log }: Pick<GatewayParts, 'bodies' | 'log'>,
  { writer, responseId }: Recording,
): RunRecorder {
  const cutter = frameCutter(Infinity)
  let last: RunEventText | null = null
  let recording = Promise.resolve()
  const record = async (frame: string): Promise<void> => {
    const told = await bodies.compute('runEventOf', { frame, responseId }, frame.length)
    if (told === null) return
    if (isLast(told)) last = told
    else writer.add(told)
  }
  const queue = (frame: string): void => {
    recording = recording
      .then(() => record(frame))
      .catch((error: unknown) =>
        log.error({ err: error, response: responseId }, 'an event was lost'),
      )
  }
  return {
    take: (bytes) => {
      const run = cutter.push(bytes)
      if (run === null) return
      const text = Buffer.from(run.bytes)
      let from = 0
      for (const end of run.ends) {
        queue(text.toString('utf8', from, end))
        from = end
      }
    },
    last: async () => {
      await recording
      return last
    },
  }
}
