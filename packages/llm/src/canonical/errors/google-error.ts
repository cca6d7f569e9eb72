import { type Fields, fieldsOf, objectsIn, parsedFields, textOf } from '../../bytes/fields.ts'

/* `google.rpc.Status` in an `error`, which Google's layer for OpenAI's clients writes, too. */

/** The error that a body is. Without server-sent events the vendor puts it into a list. */
export function errorIn(body: unknown): Fields | null {
  if (Array.isArray(body)) return body.map(errorIn).find((error) => error !== null) ?? null
  return fieldsOf(fieldsOf(body)?.['error'])
}

/** A body that is an object or a list; null: it is neither. */
export const parsedJson = (text: string): unknown =>
  text.trimStart().startsWith('[') ? parsedFields(`{"list":${text}}`)?.['list'] : parsedFields(text)

/** The prefix of the types of details. */
export const googleTypes = 'type.googleapis.com/google.rpc.'

export const detailOf = (details: readonly Fields[], type: string): Fields | undefined =>
  details.find((detail) => detail['@type'] === `${googleTypes}${type}`)

/** The time to try again: `RetryInfo` among the details. Null: nothing is said. */
export const retrySecondsIn = (error: Fields): number | null =>
  secondsOf(detailOf(objectsIn(error['details']), 'RetryInfo')?.['retryDelay'])

/** A duration of protocol buffers: `37.5s`. */
function secondsOf(duration: unknown): number | null {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textOf(duration) ?? '')?.[1]
  return seconds === undefined ? null : Number(seconds)
}
