import type { CountAsClient } from '../../../operations/count.ts'

/** https://platform.claude.com/docs/en/api/messages-count-tokens */
export const count: CountAsClient = {
  fields: [
    'messages',
    'system',
    'tools',
    'tool_choice',
    'thinking',
    'mcp_servers',
    'output_config',
    'cache_control',
  ],
  body: (fields, model) => ({ ...fields, model }),
  tokens: 'input_tokens',
}
