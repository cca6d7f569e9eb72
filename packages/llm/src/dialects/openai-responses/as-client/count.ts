import type { CountAsClient } from '../../../operations/count.ts'

/** https://platform.openai.com/docs/api-reference/responses/input-tokens */
export const count: CountAsClient = {
  fields: [
    'input',
    'instructions',
    'tools',
    'tool_choice',
    'parallel_tool_calls',
    'text',
    'reasoning',
    'truncation',
    'previous_response_id',
    'conversation',
  ],
  body: (fields, model) => ({ ...fields, model }),
  tokens: 'input_tokens',
}
