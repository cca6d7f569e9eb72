import { type Fields, fieldsOf, parsed, textOf } from '../../bytes/fields.ts'
import { type FrameEvent, frameEvent } from '../../bytes/framing.ts'

/*
 * Suppliers tell an error in the middle of a stream in more forms than their vendors documented: named by the
 * event or by a field, with its words in an object or beside it, or as JSON that is no event at all.
 */

/** The data of a frame. It is parsed once: a frame may hold a picture. */
type FrameData = FrameEvent & {
  /** Of the JSON that its data is; undefined: it is none. */
  readonly value: unknown
}

/** The data of a frame, also where it is bare JSON: some servers write their error so. Null: nothing. */
export function readFrameData(frame: string): FrameData | null {
  const said = frameEvent(frame) ?? bareJson(frame)
  return said === null ? null : { ...said, value: parsed(said.data) }
}

const bareJson = (frame: string): FrameEvent | null =>
  /^\s*[{[]/.test(frame) ? { name: null, data: frame } : null

/** The error that a frame is, with its words as fields; null: it is none. */
export function errorOf(
  { name, data, value }: FrameData,
  isOfAnswer: (fields: Fields) => boolean,
): Fields | null {
  const fields = fieldsOf(value)
  if (fields === null) return name === 'error' ? { message: data } : null
  return name === 'error' || isError(fields) || (isWorded(fields) && !isOfAnswer(fields))
    ? fields
    : null
}

/** Fields say of themselves that they are an error. */
export const isError = (fields: Fields): boolean =>
  Boolean(fields['error']) || fields['object'] === 'error' || fields['type'] === 'error'

/** Words about an answer that is not there. */
const isWorded = (fields: Fields): boolean =>
  (textOf(fields['message']) ?? textOf(fields['detail']) ?? textOf(fields['msg'])) !== null
