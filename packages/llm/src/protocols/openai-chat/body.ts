import type {
  Message,
  ModelRequest,
  OutputFormat,
  Part,
  Role,
  Source,
  Tool,
  ToolChoice,
} from '../../request.ts'
import type { Decoded } from '../protocol.ts'
import { type Fields, fieldsOf, flagOf, listOf, numberOf, textOf, withoutNulls } from './fields.ts'

/** The body of `POST /v1/chat/completions`. */
export type OpenAiChatBody = Readonly<Record<string, unknown>>

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
  'stream',
])

export function decodeRequest(body: unknown): Decoded<ModelRequest> {
  const fields = fieldsOf(body)
  if (fields === null) return wrong('', 'a JSON object is expected')
  const model = textOf(fields['model'])
  if (model === null || model === '') return wrong('model', 'a model name is expected')
  if (!Array.isArray(fields['messages'])) return wrong('messages', 'a list is expected')
  const messages = fields['messages'].map(decodeMessage)
  const bad = messages.indexOf(null)
  if (bad !== -1) return wrong(`messages.${bad}`, 'a message with a role is expected')
  return {
    ok: true,
    value: {
      model,
      messages: messages.filter((message) => message !== null),
      ...decodeTools(fields),
      ...decodeOutput(fields),
      sampling: {
        temperature: numberOf(fields['temperature']),
        topP: numberOf(fields['top_p']),
        frequencyPenalty: numberOf(fields['frequency_penalty']),
        presencePenalty: numberOf(fields['presence_penalty']),
        seed: numberOf(fields['seed']),
      },
      reasoningEffort: textOf(fields['reasoning_effort']),
      stream: fields['stream'] === true,
      usageAsked: fieldsOf(fields['stream_options'])?.['include_usage'] === true,
      rest: Object.fromEntries(Object.entries(fields).filter(([name]) => !named.has(name))),
    },
  }
}

export function encodeRequest(request: ModelRequest): OpenAiChatBody {
  const { sampling, rest } = request
  const options = request.usageAsked
    ? { ...fieldsOf(rest['stream_options']), include_usage: true }
    : rest['stream_options']
  return withoutNulls({
    ...rest,
    model: request.model,
    messages: request.messages.flatMap(encodeMessage),
    tools: request.tools.length === 0 ? null : request.tools.map(encodeTool),
    tool_choice: encodeToolChoice(request.toolChoice),
    parallel_tool_calls: request.parallelTools,
    max_completion_tokens: request.outputLimit,
    n: request.answers === 1 ? null : request.answers,
    stop: request.stop.length === 0 ? null : request.stop,
    response_format: encodeFormat(request.format),
    temperature: sampling.temperature,
    top_p: sampling.topP,
    frequency_penalty: sampling.frequencyPenalty,
    presence_penalty: sampling.presencePenalty,
    seed: sampling.seed,
    reasoning_effort: request.reasoningEffort,
    stream: request.stream ? true : null,
    stream_options: request.stream ? options : null,
  })
}

function decodeTools(fields: Fields): Pick<ModelRequest, 'tools' | 'toolChoice' | 'parallelTools'> {
  const tools = listOf(fields['tools']).flatMap((tool): Tool[] => {
    const made = fieldsOf(fieldsOf(tool)?.['function'])
    const name = textOf(made?.['name'])
    if (made === null || name === null) return []
    return [
      {
        name,
        description: textOf(made['description']),
        parameters: fieldsOf(made['parameters']),
        strict: flagOf(made['strict']),
      },
    ]
  })
  return {
    tools,
    toolChoice: decodeToolChoice(fields['tool_choice']),
    parallelTools: flagOf(fields['parallel_tool_calls']),
  }
}

function decodeOutput(
  fields: Fields,
): Pick<ModelRequest, 'outputLimit' | 'answers' | 'stop' | 'format'> {
  const { stop } = fields
  return {
    outputLimit: numberOf(fields['max_completion_tokens']) ?? numberOf(fields['max_tokens']),
    answers: numberOf(fields['n']) ?? 1,
    stop:
      typeof stop === 'string' ? [stop] : listOf(stop).filter((text) => typeof text === 'string'),
    format: decodeFormat(fieldsOf(fields['response_format'])),
  }
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
    const id = textOf(fields['tool_call_id']) ?? ''
    return { role, name, parts: [{ kind: 'tool-result', id, parts: content }] }
  }
  const reasoning = textOf(fields['reasoning_content'])
  const refusal = textOf(fields['refusal'])
  return {
    role,
    name,
    parts: [
      ...(reasoning === null
        ? []
        : [{ kind: 'reasoning' as const, text: reasoning, signature: null }]),
      ...content,
      ...(refusal === null ? [] : [{ kind: 'refusal' as const, text: refusal }]),
      ...listOf(fields['tool_calls']).flatMap(decodeToolCall),
    ],
  }
}

function decodeContent(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  return listOf(content).flatMap((value) => {
    const part = fieldsOf(value)
    return part === null ? [] : decodePart(part)
  })
}

function decodePart(part: Fields): Part[] {
  switch (part['type']) {
    case 'text':
      return [{ kind: 'text', text: textOf(part['text']) ?? '' }]
    case 'refusal':
      return [{ kind: 'refusal', text: textOf(part['refusal']) ?? '' }]
    case 'image_url': {
      const image = fieldsOf(part['image_url'])
      const source = sourceOf(textOf(image?.['url']) ?? '')
      return [{ kind: 'image', source, detail: textOf(image?.['detail']) }]
    }
    case 'input_audio': {
      const audio = fieldsOf(part['input_audio'])
      const format = textOf(audio?.['format']) ?? 'wav'
      const base64 = textOf(audio?.['data']) ?? ''
      return [
        { kind: 'audio', format, source: { kind: 'data', mediaType: `audio/${format}`, base64 } },
      ]
    }
    case 'file': {
      const file = fieldsOf(part['file'])
      const id = textOf(file?.['file_id'])
      const source: Source =
        id === null ? sourceOf(textOf(file?.['file_data']) ?? '') : { kind: 'id', id }
      return [{ kind: 'file', source, name: textOf(file?.['filename']) }]
    }
    default:
      return []
  }
}

function decodeToolCall(value: unknown): Part[] {
  const call = fieldsOf(value)
  const made = fieldsOf(call?.['function'])
  const name = textOf(made?.['name'])
  if (name === null) return []
  return [
    {
      kind: 'tool-call',
      id: textOf(call?.['id']) ?? '',
      name,
      arguments: textOf(made?.['arguments']) ?? '',
    },
  ]
}

function decodeToolChoice(value: unknown): ToolChoice | null {
  if (value === 'auto' || value === 'none' || value === 'required') return { kind: value }
  const name = textOf(fieldsOf(fieldsOf(value)?.['function'])?.['name'])
  return name === null ? null : { kind: 'tool', name }
}

function decodeFormat(format: Fields | null): OutputFormat | null {
  if (format?.['type'] === 'json_object') return { kind: 'json' }
  if (format?.['type'] === 'text') return { kind: 'text' }
  const schema = fieldsOf(format?.['json_schema'])
  if (format?.['type'] !== 'json_schema' || schema === null) return null
  return {
    kind: 'schema',
    name: textOf(schema['name']) ?? '',
    schema: fieldsOf(schema['schema']) ?? {},
    strict: flagOf(schema['strict']),
  }
}

const sourceOf = (url: string): Source => {
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  return data === null
    ? { kind: 'url', url }
    : { kind: 'data', mediaType: data[1] ?? '', base64: data[2] ?? '' }
}

const urlOf = (source: Source): string => {
  switch (source.kind) {
    case 'url':
      return source.url
    case 'id':
      return source.id
    case 'data':
      return `data:${source.mediaType};base64,${source.base64}`
  }
}

/** One message of ours is several of theirs when it carries several tool results. */
function encodeMessage(message: Message): Fields[] {
  const results = message.parts.filter((part) => part.kind === 'tool-result')
  const others = message.parts.filter((part) => part.kind !== 'tool-result')
  const encoded = results.map((result) => ({
    role: 'tool',
    tool_call_id: result.id,
    content: encodeContent(result.parts),
  }))
  if (others.length === 0 && encoded.length > 0) return encoded
  const calls = others.filter((part) => part.kind === 'tool-call')
  const content = encodeContent(others)
  return [
    ...encoded,
    {
      ...withoutNulls({
        role: message.role,
        name: message.name,
        refusal: joinedText(others, 'refusal'),
        reasoning_content: joinedText(others, 'reasoning'),
        tool_calls: calls.length === 0 ? null : calls.map(encodeToolCall),
      }),
      content: content === '' && calls.length > 0 ? null : content,
    },
  ]
}

function encodeContent(parts: readonly Part[]): string | Fields[] {
  if (parts.every((part) => ['text', 'tool-call', 'refusal', 'reasoning'].includes(part.kind))) {
    return joinedText(parts, 'text') ?? ''
  }
  return parts.flatMap(encodePart)
}

function encodePart(part: Part): Fields[] {
  switch (part.kind) {
    case 'text':
      return [{ type: 'text', text: part.text }]
    case 'image':
      return [
        {
          type: 'image_url',
          image_url: withoutNulls({ url: urlOf(part.source), detail: part.detail }),
        },
      ]
    case 'audio':
      return part.source.kind === 'data'
        ? [{ type: 'input_audio', input_audio: { data: part.source.base64, format: part.format } }]
        : []
    case 'file':
      return [
        {
          type: 'file',
          file: withoutNulls({
            [part.source.kind === 'id' ? 'file_id' : 'file_data']: urlOf(part.source),
            filename: part.name,
          }),
        },
      ]
    case 'reasoning':
    case 'refusal':
    case 'tool-call':
    case 'tool-result':
      return []
  }
}

const encodeToolCall = (part: Extract<Part, { kind: 'tool-call' }>): Fields => ({
  id: part.id,
  type: 'function',
  function: { name: part.name, arguments: part.arguments },
})

const encodeTool = (tool: Tool): Fields => ({
  type: 'function',
  function: withoutNulls({ ...tool }),
})

function encodeToolChoice(choice: ToolChoice | null): unknown {
  if (choice === null) return null
  return choice.kind === 'tool'
    ? { type: 'function', function: { name: choice.name } }
    : choice.kind
}

function encodeFormat(format: OutputFormat | null): unknown {
  if (format === null) return null
  if (format.kind !== 'schema') return { type: format.kind === 'json' ? 'json_object' : 'text' }
  const { name, schema, strict } = format
  return { type: 'json_schema', json_schema: withoutNulls({ name, schema, strict }) }
}

function joinedText(parts: readonly Part[], kind: 'text' | 'refusal' | 'reasoning'): string | null {
  const texts = parts.flatMap((part) => (part.kind === kind ? [part.text] : []))
  return texts.length === 0 ? null : texts.join('')
}

const wrong = (name: string, reason: string): { ok: false; field: string; reason: string } => ({
  ok: false,
  field: name,
  reason,
})
