import { textOf } from '@posthouse/llm/bytes/fields'
import { fieldsKept } from './kept-json.ts'
import { runField } from './run-field.ts'

export type RunStatus = {
  readonly status: string | null
  readonly background: boolean
  /** The life of the process that makes it. */
  readonly run: string | null
}

/** The facts of a kept response that are needed before somebody is told of it. */
export function runStatusOf(response: string): RunStatus {
  const { status, background, [runField]: run } = fieldsKept(response)
  return { status: textOf(status), background: background === true, run: textOf(run) }
}
