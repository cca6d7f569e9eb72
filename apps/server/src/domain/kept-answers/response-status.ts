import { textOf } from '@posthouse/llm/bytes/fields'
import { fieldsKept } from './kept-json.ts'
import { runField } from './run-field.ts'

export type RunStatus = {
  readonly status: string | null
  readonly background: boolean
  /** Incarnation of the process that runs it. */
  readonly run: string | null
}

/** Facts of a stored response that decide how it is shown. */
export function runStatusOf(response: string): RunStatus {
  const { status, background, [runField]: run } = fieldsKept(response)
  return { status: textOf(status), background: background === true, run: textOf(run) }
}
