import { parsedFields } from '@posthouse/llm/bytes/fields'
import { bufferOf } from '../../lib/bytes.ts'

/** JSON of an object, as all readers see it; null: the bytes are none. */
export function objectText(bytes: Uint8Array): string | null {
  const fields = parsedFields(bufferOf(bytes).toString('utf8'))
  return fields === null ? null : JSON.stringify(fields)
}
