import { fieldsOf, parsedFields, textOf } from '@posthouse/llm/bytes/fields'
import { dataOf } from '@posthouse/llm/bytes/framing'

/** A frame of a Responses stream, and our id of the response. */
export type UpstreamFrame = { readonly frame: string; readonly responseId: string }

/** An event as JSON, without its number. */
export type RunEventText = { readonly type: string; readonly json: string }

/** Start events, which we have already sent ourselves. */
const startEvents = new Set(['response.created', 'response.queued', 'response.in_progress'])

/** The event for followers of a run, or null. */
export function runEventOf({ frame, responseId }: UpstreamFrame): RunEventText | null {
  const event = parsedFields(dataOf(frame) ?? '')
  const type = textOf(event?.['type'])
  if (event === null || type === null || startEvents.has(type)) return null
  const { sequence_number: _, response, ...others } = event
  const fields = fieldsOf(response)
  const named = fields === null ? response : { ...fields, id: responseId, background: true }
  return { type, json: JSON.stringify({ ...others, response: named }) }
}
