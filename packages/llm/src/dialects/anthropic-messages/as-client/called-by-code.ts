import type { ModelEvent } from '../../../canonical/event.ts'
import { type Fields, fieldsOf, textOf } from '../../../bytes/fields.ts'

/*
 * The vendor's own code may call the caller's tools. Such calls are the client's to run only where the answer stops
 * for them: a result of the code in the same answer, or another end, says that they are over.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/programmatic-tool-calling
 */

export type CallEvent = Extract<ModelEvent, { kind: 'tool-call' }>

/** The events of calls that code made, by the run of the code. Grows in place. */
export type CodeCalls = Map<string, CallEvent[]>

/** The run of the code that made a call; null: the model made it itself. */
export function runOf(block: Fields): string | null {
  const caller = fieldsOf(block['caller'])
  const isCode = textOf(caller?.['type'])?.startsWith('code_execution') === true
  return isCode ? (textOf(caller?.['tool_id']) ?? '') : null
}

/** The run whose result a block is; null: it is none. */
export const runEndedBy = (block: Fields): string | null =>
  textOf(block['type'])?.endsWith('code_execution_tool_result') === true
    ? textOf(block['tool_use_id'])
    : null

/** Calls that the client is to run, with the numbers that follow the model's own calls. */
export function stillToRun(runs: CodeCalls, from: number): CallEvent[] {
  const numbers = new Map<number, number>()
  return [...runs.values()].flat().map((event) => {
    const index = numbers.get(event.index) ?? from + numbers.size
    numbers.set(event.index, index)
    return { ...event, index }
  })
}
