import type {
  Message,
  ModelRequest,
  OutputFormat,
  Part,
  Source,
  Tool,
  ToolChoice,
} from '../../request.ts'
import { type Fields, fieldsOf, withoutNulls } from './fields.ts'

/** The body of `POST /v1/chat/completions`. */
export type OpenAiChatBody = Readonly<Record<string, unknown>>

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
