import { type Fields, fieldsOf, flagOf, numberOf, textOf } from '../../../bytes/fields.ts'
import type { Message, ModelRequest, Reasoning } from '../../../canonical/request.ts'
import type { DecodeResult } from '../../../canonical/decode-result.ts'
import { decodeInput } from './items.ts'
import { decodeFormat } from '../tools.ts'
import { chosenTools, decodeTools, isDecoded } from './tools.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'

/** Fields that the canonical request has a word for, all of it: what is left of others is `rest`. */
const named = new Set([
  'model',
  'input',
  'tools',
  'parallel_tool_calls',
  'max_output_tokens',
  'temperature',
  'top_p',
  'prompt_cache_key',
  'service_tier',
  'stream',
])

export const logprobsIncluded = 'message.output_text.logprobs'

/** https://platform.openai.com/docs/api-reference/responses/create */
export function decodeRequest(body: unknown): DecodeResult<ModelRequest> {
  const fields = fieldsOf(body)
  if (fields === null) return invalidField('', 'a JSON object is expected')
  const model = textOf(fields['model'])
  if (model === null || model === '') return invalidField('model', 'a model name is expected')
  const items = itemsOf(fields['input'] ?? null)
  if (items === null) return invalidField('input', 'a text or a list of items is expected')
  const decoded = decodeTools(fields['tools'], items)
  const input = decodeInput(items, decoded.names)
  if ('wrong' in input) return invalidField(`input.${input.wrong}`, 'an input item is expected')
  return {
    ok: true,
    value: {
      dialect: 'openai-responses',
      model,
      messages: [...instructionsOf(fields), ...input.messages],
      ...chosenTools(fields['tool_choice'], decoded),
      parallelTools: flagOf(fields['parallel_tool_calls']),
      outputLimit: numberOf(fields['max_output_tokens']),
      answers: 1,
      stop: [],
      format: decodeFormat(fieldsOf(fields['text'])?.['format']),
      sampling: {
        temperature: numberOf(fields['temperature']),
        topP: numberOf(fields['top_p']),
        topK: null,
        frequencyPenalty: null,
        presencePenalty: null,
        seed: null,
      },
      ...decodeExtras(fields),
      stream: fields['stream'] === true,
      usageAsked: true,
      rest: restOf(fields),
      lost: [...input.lost, ...decoded.lost],
    },
  }
}

/** A text is short for a message of the user's. Null: neither a text nor a list. */
function itemsOf(input: unknown): readonly unknown[] | null {
  if (input === null) return []
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  return Array.isArray(input) ? input : null
}

function instructionsOf(fields: Fields): Message[] {
  const text = textOf(fields['instructions'])
  if (text === null) return []
  return [{ role: 'system', name: null, parts: [{ kind: 'text', text }], apart: true }]
}

function decodeExtras(
  fields: Fields,
): Pick<ModelRequest, 'reasoning' | 'logprobs' | 'cacheKey' | 'endUser' | 'tier'> {
  return {
    reasoning: decodeReasoning(fieldsOf(fields['reasoning']) ?? {}),
    logprobs: asksLogprobs(fields) ? (numberOf(fields['top_logprobs']) ?? 0) : null,
    cacheKey: textOf(fields['prompt_cache_key']),
    endUser: textOf(fields['safety_identifier']) ?? textOf(fields['user']),
    tier: textOf(fields['service_tier']),
  }
}

const asksLogprobs = ({ include }: Fields): boolean =>
  Array.isArray(include) && include.includes(logprobsIncluded)

function decodeReasoning(fields: Fields): Reasoning | null {
  const effort = textOf(fields['effort'])
  const shown = (fields['summary'] ?? fields['generate_summary'] ?? null) === null ? null : true
  return effort === null && shown === null ? null : { effort, budget: null, shown }
}

/** Fields that have no word of ours, also inside of fields that have one. Null is as good as absent here. */
function restOf(fields: Fields): Fields {
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const leftOf = partlyNamed.get(name)
    const left = leftOf === undefined ? value : leftOf(value, fields)
    if (left !== null && left !== undefined && !named.has(name)) rest[name] = left
  }
  return rest
}

type RestReader = (value: unknown, fields: Fields) => unknown

const unlessText: RestReader = (value) => (typeof value === 'string' ? null : value)

/** The rest of a field of which we know a part. */
const partlyNamed: ReadonlyMap<string, RestReader> = new Map<string, RestReader>([
  ['instructions', unlessText],
  ['safety_identifier', unlessText],
  [
    'user',
    (value, fields) =>
      typeof fields['safety_identifier'] === 'string' ? value : unlessText(value, fields),
  ],
  ['tool_choice', (value) => (isDecoded(value) ? null : value)],
  [
    'text',
    (value) => without(value, decodeFormat(fieldsOf(value)?.['format']) === null ? [] : ['format']),
  ],
  ['reasoning', (value) => without(value, ['effort', 'summary', 'generate_summary'])],
  ['include', (value, fields) => (asksLogprobs(fields) ? othersIncluded(value) : value)],
  ['top_logprobs', (value, fields) => (asksLogprobs(fields) ? null : value)],
])

function othersIncluded(value: unknown): unknown {
  const others = Array.isArray(value) ? value.filter((name) => name !== logprobsIncluded) : []
  return others.length === 0 ? null : others
}

function without(value: unknown, names: readonly string[]): unknown {
  const fields = fieldsOf(value)
  if (fields === null) return value
  const left = Object.entries(fields).filter(([name]) => !names.includes(name))
  return left.length === 0 ? null : Object.fromEntries(left)
}
