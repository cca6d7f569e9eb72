import type { Fields } from '@posthouse/llm/bytes/fields'
import { fieldsKept } from './kept-json.ts'
import { runField } from './run-field.ts'

export type FieldChanges = { readonly response: string; readonly fields: Fields }

/** A stored response as shown: with changed fields and without internal ones. */
export function changedFields({ response, fields }: FieldChanges): string {
  const { [runField]: _run, ...shown } = fieldsKept(response)
  return JSON.stringify({ ...shown, ...fields })
}
