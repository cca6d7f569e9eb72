import { type Fields, fieldsOf, textOf, withoutNulls } from '../../parts/fields.ts'
import type { ModelRequest } from '../../request.ts'
import { effortOf } from '../../parts/reasoning.ts'
import { encodeFormat, encodeTool, encodeToolChoice } from './tools.ts'

/*
 * https://platform.openai.com/docs/api-reference/responses/object. A response repeats what it was
 * asked; clients read its `tools` and `text.format` to parse the output.
 */

/** What is the same in a response from its first event to its last. */
export function echoOf(request: ModelRequest): Fields {
  const { sampling, toolChoice, rest, reasoning } = request
  return {
    ...repeated(rest),
    instructions: instructionsOf(request),
    max_output_tokens: request.outputLimit,
    parallel_tool_calls: request.parallelTools ?? true,
    prompt_cache_key: request.cacheKey,
    reasoning: {
      ...fieldsOf(rest['reasoning']),
      effort: reasoning === null ? null : effortOf(reasoning),
      summary: reasoning?.shown === true ? 'auto' : null,
    },
    safety_identifier: request.endUser,
    temperature: sampling.temperature ?? 1,
    text: {
      ...fieldsOf(rest['text']),
      format: encodeFormat(request.format ?? { kind: 'text' }),
    },
    tool_choice:
      toolChoice === null ? (rest['tool_choice'] ?? 'auto') : encodeToolChoice(toolChoice),
    tools: request.tools.map((tool) => ({ strict: true, ...encodeTool(tool, true) })),
    top_logprobs: request.logprobs ?? 0,
    top_p: sampling.topP ?? 1,
  }
}

/** Fields that the canonical form has no word for, with what they are when nobody says. */
const repeated = (rest: Fields): Fields => ({
  access_programs: null,
  background: rest['background'] ?? false,
  ...withoutNulls({ conversation: conversationOf(rest['conversation']) }),
  max_tool_calls: rest['max_tool_calls'] ?? null,
  metadata: rest['metadata'] ?? {},
  previous_response_id: rest['previous_response_id'] ?? null,
  ...withoutNulls({ prompt: rest['prompt'] }),
  store: rest['store'] ?? true,
  truncation: rest['truncation'] ?? 'disabled',
  user: rest['user'] ?? null,
})

const conversationOf = (conversation: unknown): Fields | null => {
  const id = textOf(conversation)
  return id === null ? fieldsOf(conversation) : { id }
}

function instructionsOf({ messages: [first] }: ModelRequest): string | null {
  if (first?.apart !== true) return null
  return first.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}
