import type { SpokenDialect } from '@posthouse/llm/dialect'
import { fieldsOf, numberOf, parsedFields } from '@posthouse/llm/parts/fields'

/** Where the dialects have the limit of the output. That of Gemini and of Converse stands in a configuration. */
const own: Readonly<Record<SpokenDialect, readonly string[]>> = {
  'openai-chat': ['max_completion_tokens', 'max_tokens'],
  'openai-responses': ['max_output_tokens'],
  'anthropic-messages': ['max_tokens'],
  gemini: [],
  'bedrock-converse': [],
}

/** What other servers call it (Hugging Face, Ollama, llama.cpp, Anthropic of old), and the dialects one another's. */
export const limitNames = [
  'max_completion_tokens',
  'max_tokens',
  'max_output_tokens',
  'max_new_tokens',
  'max_tokens_to_sample',
  'max_gen_len',
  'max_length',
  'num_predict',
  'n_predict',
] as const

/** Names of a limit that its dialect does not have: a supplier may obey them, so they count as the dialect's own. */
export const limitAliases = (dialect: SpokenDialect): readonly string[] =>
  dialect === 'gemini' ? [] : limitNames.filter((name) => !own[dialect].includes(name))

/** Fields that make an answer longer than its model would: of vLLM, Hugging Face and their like. */
export const outputMinimums = [
  'min_tokens',
  'min_new_tokens',
  'min_completion_tokens',
  'min_length',
]

const configs = new Set(['generationConfig', 'generation_config', 'inferenceConfig'])
const configLimits = ['maxOutputTokens', 'max_output_tokens', 'maxTokens'] as const

/** Parameters, as JSON by their names, with no limit of the output above the one that was asked for and is held. */
export const lowered = (
  parameters: ReadonlyMap<string, string>,
  most: number | null,
): Map<string, string> =>
  new Map(
    [...parameters].map(([name, json]) => [
      name,
      most === null ? json : loweredIn(name, json, most),
    ]),
  )

function loweredIn(name: string, json: string, most: number): string {
  if (configs.has(name)) return loweredConfig(json, most)
  const isLimit = limitNames.some((known) => known === name)
  return isLimit && (numberOf(JSON.parse(json)) ?? 0) > most ? String(most) : json
}

function loweredConfig(json: string, most: number): string {
  const config = fieldsOf(parsedFields(json))
  if (config === null) return json
  const above = configLimits.filter((name) => (numberOf(config[name]) ?? 0) > most)
  return above.length === 0
    ? json
    : JSON.stringify({ ...config, ...Object.fromEntries(above.map((name) => [name, most])) })
}
