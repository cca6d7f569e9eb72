import { untranslatedFields } from '../../../canonical/calls/untranslated-fields.ts'
import type {
  Message,
  ModelRequest,
  OutputFormat,
  Part,
  Role,
  Source,
  Tool,
  ToolChoice,
} from '../../../canonical/request.ts'
import type { DecodeResult } from '../../../canonical/decode-result.ts'
import { bareId, callSignature, textSignature } from '../extensions.ts'
import { reasoningIn, reasoningInPart } from '../reasoning-details.ts'
import {
  allowedIn,
  allowedOf,
  argumentsFor,
  functionFor,
} from '../../../canonical/calls/own-tools.ts'
import { describedIn } from '../../../canonical/schema-description.ts'
import { sourceOf } from '../../../canonical/data-url.ts'
import {
  entryOf,
  type Fields,
  fieldsOf,
  flagOf,
  listOf,
  numberOf,
  textOf,
} from '../../../bytes/fields.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'

/** Fields that the canonical request has a word for. Every other one travels in `rest`. */
const named = new Set([
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'stop',
  'response_format',
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'reasoning_effort',
  'logprobs',
  'top_logprobs',
  'prompt_cache_key',
  'user',
  'service_tier',
  'stream',
])

/** `include_usage` has a word of its own: alone it leaves nothing of `stream_options`. */
function restOf(fields: Fields): Fields {
  const { stream_options: options, ...others } = fields
  const { include_usage: _, ...further } = fieldsOf(options) ?? {}
  const rest = Object.entries(others).filter(([name]) => !named.has(name))
  return {
    ...Object.fromEntries(rest),
    ...(Object.keys(further).length === 0 ? {} : { stream_options: further }),
  }
}

export function decodeRequest(body: unknown): DecodeResult<ModelRequest> {
  const fields = fieldsOf(body)
  if (fields === null) return invalidField('', 'a JSON object is expected')
  const model = textOf(fields['model'])
  if (model === null || model === '') return invalidField('model', 'a model name is expected')
  if (!Array.isArray(fields['messages'])) return invalidField('messages', 'a list is expected')
  const messages = fields['messages'].map(decodeMessage)
  const bad = messages.indexOf(null)
  if (bad !== -1) return invalidField(`messages.${bad}`, 'a message with a role is expected')
  return {
    ok: true,
    value: {
      dialect: 'openai-chat',
      model,
      messages: messages.filter((message) => message !== null),
      ...decodeTools(fields),
      ...decodeOutput(fields),
      sampling: {
        temperature: numberOf(fields['temperature']),
        topP: numberOf(fields['top_p']),
        topK: null,
        frequencyPenalty: numberOf(fields['frequency_penalty']),
        presencePenalty: numberOf(fields['presence_penalty']),
        seed: numberOf(fields['seed']),
      },
      ...decodeExtras(fields),
      stream: fields['stream'] === true,
      usageAsked: fieldsOf(fields['stream_options'])?.['include_usage'] === true,
      rest: restOf(fields),
    },
  }
}

function decodeExtras(
  fields: Fields,
): Pick<ModelRequest, 'reasoning' | 'logprobs' | 'cacheKey' | 'endUser' | 'tier'> {
  const effort = textOf(fields['reasoning_effort'])
  return {
    reasoning: effort === null ? null : { effort, budget: null, shown: null },
    logprobs: fields['logprobs'] === true ? (numberOf(fields['top_logprobs']) ?? 0) : null,
    cacheKey: textOf(fields['prompt_cache_key']),
    endUser: textOf(fields['user']),
    tier: textOf(fields['service_tier']),
  }
}

function decodeTools(
  fields: Fields,
): Pick<ModelRequest, 'tools' | 'toolChoice' | 'parallelTools' | 'lost'> {
  const read = listOf(fields['tools']).map(decodeTool)
  const tools = read.filter((tool) => tool !== null)
  const allowed = allowedIn(fields['tool_choice'], namedIn)
  return {
    lost: read.flatMap((tool, index) =>
      tool === null
        ? [`tools.${index}`]
        : unreadIn(fieldsOf(listOf(fields['tools'])[index]) ?? {}, `tools.${index}`),
    ),
    ...(allowed === null
      ? { tools, toolChoice: decodeToolChoice(fields['tool_choice']) }
      : allowedOf(allowed, tools)),
    parallelTools: flagOf(fields['parallel_tool_calls']),
  }
}

/** Fields of a function that the canonical one has no word for. */
function unreadIn({ function: made, ...others }: Fields, place: string): string[] {
  if (fieldsOf(made) === null) return []
  return [
    ...untranslatedFields(others, ['type'], place),
    ...untranslatedFields(fieldsOf(made) ?? {}, namedOfFunction, `${place}.function`),
  ]
}

const namedOfFunction = ['name', 'description', 'parameters', 'strict']

/** Null: no function, but a tool of OpenAI's own kinds. */
function decodeTool(tool: unknown): Tool | null {
  const custom = fieldsOf(fieldsOf(tool)?.['custom'])
  if (custom !== null) return decodeCustom(custom)
  const made = fieldsOf(fieldsOf(tool)?.['function'])
  const name = textOf(made?.['name'])
  if (made === null || name === null) return null
  return {
    name,
    description: textOf(made['description']),
    parameters: fieldsOf(made['parameters']),
    strict: flagOf(made['strict']),
  }
}

function decodeCustom(custom: Fields): Tool | null {
  const name = textOf(custom['name'])
  if (name === null) return null
  return {
    name,
    ...functionFor(textOf(custom['description']), custom['format']),
    own: { kind: 'custom', name, namespace: null, given: {}, group: null },
  }
}

function decodeOutput(
  fields: Fields,
): Pick<ModelRequest, 'outputLimit' | 'answers' | 'stop' | 'format'> {
  const { stop } = fields
  return {
    outputLimit: smallerOf(fields['max_completion_tokens'], fields['max_tokens']),
    answers: numberOf(fields['n']) ?? 1,
    stop:
      typeof stop === 'string' ? [stop] : listOf(stop).filter((text) => typeof text === 'string'),
    format: decodeFormat(fieldsOf(fields['response_format'])),
  }
}

/** Suppliers differ in which of two limits they follow: both hold. */
function smallerOf(...limits: readonly unknown[]): number | null {
  const numbers = limits.map(numberOf).filter((limit) => limit !== null)
  return numbers.length === 0 ? null : Math.min(...numbers)
}

const roles: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool']
const isRole = (value: unknown): value is Role => typeof value === 'string' && roles.includes(value)

function decodeMessage(value: unknown): Message | null {
  const fields = fieldsOf(value)
  const role = fields?.['role']
  if (fields === null || !isRole(role)) return null
  const content = decodeContent(fields['content'])
  const name = textOf(fields['name'])
  if (role === 'tool') {
    const id = bareId(textOf(fields['tool_call_id']) ?? '')
    return { role, name, parts: [{ kind: 'tool-result', id, parts: content }] }
  }
  const refusal = textOf(fields['refusal'])
  return {
    role,
    name,
    parts: [
      ...reasoningIn(fields),
      ...content,
      ...signedText(fields),
      ...(refusal === null ? [] : [{ kind: 'refusal' as const, text: refusal }]),
      ...listOf(fields['tool_calls']).flatMap(decodeToolCall),
    ],
  }
}

function signedText(message: Fields): Part[] {
  const signature = textSignature(message)
  return signature === undefined ? [] : [{ kind: 'text', text: '', signature }]
}

function decodeContent(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  return listOf(content).flatMap((value) => {
    const part = fieldsOf(value)
    return part === null ? [] : decodePart(part)
  })
}

function decodePart(part: Fields): Part[] {
  return entryOf(partDecoders, textOf(part['type']))?.(part) ?? []
}

/** By the `type` of a part. What is not here is no part that we know. */
const partDecoders: Readonly<Record<string, (part: Fields) => Part[]>> = {
  text: (part) => [{ kind: 'text', text: textOf(part['text']) ?? '' }],
  thinking: reasoningInPart,
  refusal: (part) => [{ kind: 'refusal', text: textOf(part['refusal']) ?? '' }],
  image_url: (part) => {
    const image = fieldsOf(part['image_url']) ?? {}
    const source = sourceOf(textOf(image['url']) ?? '')
    return [{ kind: 'image', source, detail: textOf(image['detail']) }]
  },
  input_audio: (part) => {
    const audio = fieldsOf(part['input_audio']) ?? {}
    const format = textOf(audio['format']) ?? 'wav'
    const base64 = textOf(audio['data']) ?? ''
    const source: Source = { kind: 'data', mediaType: `audio/${format}`, base64 }
    return [{ kind: 'audio', format, source }]
  },
  file: (part) => {
    const file = fieldsOf(part['file']) ?? {}
    const id = textOf(file['file_id'])
    const source: Source =
      id === null ? sourceOf(textOf(file['file_data']) ?? '') : { kind: 'id', id }
    return [{ kind: 'file', source, name: textOf(file['filename']) }]
  },
}

function decodeToolCall(value: unknown): Part[] {
  const call = fieldsOf(value) ?? {}
  const custom = fieldsOf(call['custom'])
  const made = custom ?? fieldsOf(call['function']) ?? {}
  const name = textOf(made['name'])
  if (name === null) return []
  const signature = callSignature(call)
  const id = bareId(textOf(call['id']) ?? '')
  const text = textOf(made[custom === null ? 'arguments' : 'input']) ?? ''
  const given = { id, name, arguments: custom === null ? text : argumentsFor(text) }
  return [{ kind: 'tool-call', ...given, ...(signature === undefined ? {} : { signature }) }]
}

function decodeToolChoice(value: unknown): ToolChoice | null {
  if (value === 'auto' || value === 'none' || value === 'required') return { kind: value }
  const [name] = namedIn(fieldsOf(value) ?? {})
  return name === undefined ? null : { kind: 'tool', name }
}

/** The name of a function or of a custom tool. */
function namedIn(entry: Fields): string[] {
  const name = textOf(fieldsOf(entry['function'] ?? entry['custom'])?.['name'])
  return name === null ? [] : [name]
}

function decodeFormat(format: Fields | null): OutputFormat | null {
  if (format?.['type'] === 'json_object') return { kind: 'json' }
  if (format?.['type'] === 'text') return { kind: 'text' }
  const schema = fieldsOf(format?.['json_schema'])
  if (format?.['type'] !== 'json_schema' || schema === null) return null
  return {
    kind: 'schema',
    name: textOf(schema['name']) ?? '',
    ...describedIn(schema),
    schema: fieldsOf(schema['schema']) ?? {},
    strict: flagOf(schema['strict']),
  }
}
