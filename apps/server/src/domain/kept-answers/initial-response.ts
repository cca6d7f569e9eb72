import { type Fields, parsedFields } from '@posthouse/llm/bytes/fields'
import { bufferOf } from '../../lib/bytes.ts'

export type RunRequest = {
  /** The request as received. */
  readonly own: Uint8Array
  /** Fields that only we know. */
  readonly known: Fields
  /** Our own fields of the turn. */
  readonly echo: Fields
}

/** Request fields that a response repeats. */
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

/** A response without output yet, as JSON without `status` and `error`. */
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
