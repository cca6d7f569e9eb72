import { type Fields, parsedFields, textOf } from './fields.ts'
import { type FrameEvent, frameEvent } from './framing.ts'

/*
 * Suppliers tell an error in the middle of a stream in more forms than their vendors documented: named by the
 * event or by a field, with its words in an object or beside it, or as JSON that is no event at all.
 */

/** What a frame says, also where it is bare JSON: some servers write their error so. Null: nothing. */
export const saidIn = (frame: string): FrameEvent | null => frameEvent(frame) ?? bareJson(frame)

const bareJson = (frame: string): FrameEvent | null =>
  /^\s*[{[]/.test(frame) ? { name: null, data: frame } : null

/** The error that a frame is, with its words as fields; null: it is none. */
export function errorOf(
  { name, data }: FrameEvent,
  isOfAnswer: (fields: Fields) => boolean,
): Fields | null {
  const fields = parsedFields(data)
  if (fields === null) return name === 'error' ? { message: data } : null
  return name === 'error' || isError(fields) || (isWorded(fields) && !isOfAnswer(fields))
    ? fields
    : null
}

/** Whether fields say of themselves that they are an error. */
export const isError = (fields: Fields): boolean =>
  Boolean(fields['error']) || fields['object'] === 'error' || fields['type'] === 'error'

/** Words about an answer that is not there. */
const isWorded = (fields: Fields): boolean =>
  (textOf(fields['message']) ?? textOf(fields['detail']) ?? textOf(fields['msg'])) !== null
