import type { DialectName, SpokenDialect } from '../../dialect.ts'
import { type Fields, fieldsOf } from '../fields.ts'

/** How a dialect asks how long a prompt is, without asking the model. */
type Counting = {
  /** What of a request it takes: vendors refuse the rest. */
  readonly fields: readonly string[]
  readonly body: (fields: Fields, model: string) => Fields
  readonly tokens: string
}

const named = (fields: Fields, model: string): Fields => ({ ...fields, model })

const countings: Readonly<Partial<Record<SpokenDialect, Counting>>> = {
  // https://platform.claude.com/docs/en/api/messages-count-tokens
  'anthropic-messages': {
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
    body: named,
    tokens: 'input_tokens',
  },
  // https://platform.openai.com/docs/api-reference/responses/input-tokens
  'openai-responses': {
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
    body: named,
    tokens: 'input_tokens',
  },
  // https://ai.google.dev/api/tokens#method:-models.counttokens
  gemini: {
    fields: ['contents', 'systemInstruction', 'system_instruction', 'tools', 'cachedContent'],
    body: (fields, model) => ({ generateContentRequest: { ...fields, model: `models/${model}` } }),
    tokens: 'totalTokens',
  },
}

/** Whether a dialect can be asked for a count. */
export const canCount = (dialect: SpokenDialect): dialect is DialectName =>
  countings[dialect] !== undefined

/** The question for a request of the dialect; null: it has none. */
export function countRequest(dialect: DialectName, request: Fields, model: string): Fields | null {
  const counting = countings[dialect]
  if (counting === undefined) return null
  const taken = Object.entries(request).filter(([name]) => counting.fields.includes(name))
  return counting.body(Object.fromEntries(taken), model)
}

/** The count in an answer; null: it is none. */
export function countIn(dialect: DialectName, answer: unknown): number | null {
  const tokens = fieldsOf(answer)?.[countings[dialect]?.tokens ?? '']
  return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null
}
