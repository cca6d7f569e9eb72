import type { Fields } from '@posthouse/llm/bytes/fields'
import { fieldsKept } from './kept-json.ts'
import { runField } from './run-field.ts'

export type FieldChanges = { readonly response: string; readonly fields: Fields }

/** A kept response as it is shown: with other fields, and without what is told to nobody. */
export function changedFields({ response, fields }: FieldChanges): string {
  const { [runField]: _run, ...shown } = fieldsKept(response)
  return JSON.stringify({ ...shown, ...fields })
}
