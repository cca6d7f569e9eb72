import { parsedFields } from '@posthouse/llm/bytes/fields'
import { bufferOf } from '../../lib/bytes.ts'

/** A JSON object with repeated members resolved; null for anything else. */
export function objectText(bytes: Uint8Array): string | null {
  const fields = parsedFields(bufferOf(bytes).toString('utf8'))
  return fields === null ? null : JSON.stringify(fields)
}
