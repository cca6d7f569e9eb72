import { type Fields, fieldsOf, parsedFields, textOf } from '@posthouse/llm/parts/fields'
import { dataOf, frameCutter } from '@posthouse/llm/parts/framing'
import { isLast, type RunWriter } from './run-events.ts'

/** What says that a response has begun: we have said so, in our own words. */
const begun = new Set(['response.created', 'response.queued', 'response.in_progress'])

export type RunRecorder = {
  take(bytes: Uint8Array): void
  /** What ends the stream, which is told when the next call may build on it; null: it has not come. */
  last(): Fields | null
}

/**
 * Takes the frames of a stream of Responses, and records its events: numbered by us, with our name for the
 * response. Comments are for a connection alone.
 */
export function recordRun(writer: RunWriter, responseId: string): RunRecorder {
  const cutter = frameCutter(Infinity)
  let last: Fields | null = null
  const record = (frame: string): void => {
    const event = parsedFields(dataOf(frame) ?? '')
    const type = textOf(event?.['type'])
    if (event === null || type === null || begun.has(type)) return
    const response = fieldsOf(event['response'])
    if (response === null) return writer.add(event)
    const named = { ...event, response: { ...response, id: responseId, background: true } }
    if (isLast({ type })) last = named
    else writer.add(named)
  }
  return {
    take: (bytes) => {
      const run = cutter.push(bytes)
      if (run === null) return
      const text = Buffer.from(run.bytes)
      let from = 0
      for (const end of run.ends) {
        record(text.toString('utf8', from, end))
        from = end
      }
    },
    last: () => last,
  }
}
