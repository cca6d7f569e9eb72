import type { Fields } from '@posthouse/llm/bytes/fields'
import type { RunEventText } from './run-event.ts'

/** Appends fields to a JSON object that has at least one member and none of theirs. */
export const withMore = (object: string, more: Fields): string =>
  `${object.slice(0, -1)},${JSON.stringify(more).slice(1)}`

/** An event with a response as JSON, without its number. */
export const eventWith = (type: string, response: string): RunEventText => ({
  type,
  json: `{"type":${JSON.stringify(type)},"response":${response}}`,
})
