import { type Fields, parsedFields } from '@posthouse/llm/bytes/fields'
import { bufferOf } from '../../lib/bytes.ts'

/** The beginning of a response under way. */
export type RunRequest = {
  /** The request as its client sent it. */
  readonly own: Uint8Array
  /** Facts that only we know of it. */
  readonly known: Fields
  /** Our words on the turn that it answers. */
  readonly echo: Fields
}

/** The fields of a request that a response repeats. */
const echoedFields = [
  'instructions',
  'max_output_tokens',
  'metadata',
  'parallel_tool_calls',
  'reasoning',
  'text',
  'tool_choice',
  'tools',
] as const

/** A response that has no answer yet, as JSON without its `status` and its `error`. */
export function initialResponse({ own, known, echo }: RunRequest): string {
  const asked = parsedFields(bufferOf(own).toString('utf8')) ?? {}
  return JSON.stringify({
    ...known,
    object: 'response',
    background: true,
    incomplete_details: null,
    output: [],
    metadata: {},
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    ...Object.fromEntries(
      echoedFields.flatMap((name) => (name in asked ? [[name, asked[name]]] : [])),
    ),
    ...echo,
    usage: null,
  })
}
