import type { Fields } from '@posthouse/llm/bytes/fields'
import type { RunEventText } from './run-event.ts'

/** A JSON object with more fields at its end. It has none of their names, and at least one field. */
export const withMore = (object: string, more: Fields): string =>
  `${object.slice(0, -1)},${JSON.stringify(more).slice(1)}`

/** An event about a response that is JSON already, without its number. */
export const eventWith = (type: string, response: string): RunEventText => ({
  type,
  json: `{"type":${JSON.stringify(type)},"response":${response}}`,
})
