import { fieldsOf, numberOf, parsedFields } from '@posthouse/llm/bytes/fields'
import { limitNames } from '@posthouse/llm/bytes/output-limits'

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
