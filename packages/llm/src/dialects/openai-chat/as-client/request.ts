import type {
  Message,
  ModelRequest,
  OutputFormat,
  Part,
  Tool,
  ToolCall,
  ToolChoice,
  ToolResult,
} from '../../../canonical/request.ts'
import { urlOf } from '../../../canonical/data-url.ts'
import { toolNameOf } from '../../../canonical/calls/tool-id.ts'
import { droppedOf } from '../../../canonical/dropped-fields.ts'
import { type Fields, fieldsOf, withoutNulls } from '../../../bytes/fields.ts'
import { refusedIn, takenByModel } from '../../../canonical/openai-models.ts'
import { ownFiles } from '../../../canonical/own-files.ts'
import { effortOf } from '../../../canonical/reasoning/reasoning.ts'
import { ownSignature } from '../../../canonical/reasoning/signature.ts'
import type { EncodedBody } from '../../../operations/dialect-shape.ts'
import { extensionOf } from '../extensions.ts'
import { reasoningForSupplier } from '../reasoning-details.ts'

/** Kinds of part with a mark or an address that the dialect has no place for. */
function lostInMessages(request: ModelRequest): ('cache' | 'signature')[] {
  const parts = request.messages.flatMap((message) => message.parts)
  const marked = [...parts, ...request.tools].some((part) => 'cache' in part)
  const foreign = parts.some(
    (part) => 'signature' in part && (part.signature ?? null) !== null && !isGivenBack(part),
  )
  return [...(marked ? (['cache'] as const) : []), ...(foreign ? (['signature'] as const) : [])]
}

const isGivenBack = (part: Part): boolean =>
  part.kind === 'reasoning'
    ? ownSignature(part.signature, 'openai-chat') !== null
    : (part.kind === 'text' || part.kind === 'tool-call') && extensionOf(part.signature) !== null

/** Other vendors' names of tools may not be names here. */
const withFittingNames = (request: ModelRequest): ModelRequest => ({
  ...request,
  tools: request.tools.map((tool) => ({ ...tool, name: toolNameOf(tool.name) })),
  toolChoice:
    request.toolChoice?.kind === 'tool'
      ? { kind: 'tool', name: toolNameOf(request.toolChoice.name) }
      : request.toolChoice,
  messages: request.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.kind === 'tool-call' ? { ...part, name: toolNameOf(part.name) } : part,
    ),
  })),
})

/** The body of `POST /v1/chat/completions`. */
export function encodeRequest(asked: ModelRequest): EncodedBody {
  const named = asked.dialect === 'openai-chat' ? asked : withFittingNames(asked)
  const { request, dropped: files } = ownFiles(named, 'openai-chat')
  const isOurs = request.dialect.startsWith('openai-')
  // The words of another vendor's tiers mean something else here.
  const lacks = isOurs ? (['topK'] as const) : (['topK', 'tier'] as const)
  const isOwn = request.dialect === 'openai-chat'
  const refused = isOwn ? [] : refusedIn(request)
  return {
    body: bodyOf({
      ...(isOwn ? request : takenByModel(request)),
      tier: isOurs ? request.tier : null,
      rest: isOwn ? request.rest : {},
    }),
    dropped: [
      ...droppedOf(request, 'openai-chat', [...lacks, ...refused]),
      ...lostInMessages(request),
      ...files,
    ],
  }
}

function bodyOf(request: ModelRequest): Fields {
  const { sampling, rest } = request
  const options = request.usageAsked
    ? { ...fieldsOf(rest['stream_options']), include_usage: true }
    : rest['stream_options']
  return withoutNulls({
    ...rest,
    model: request.model,
    messages: encodeMessages(request.messages),
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
    reasoning_effort: request.reasoning === null ? null : effortOf(request.reasoning),
    logprobs: request.logprobs === null ? null : true,
    top_logprobs: request.logprobs === 0 ? null : request.logprobs,
    prompt_cache_key: request.cacheKey,
    user: request.endUser,
    service_tier: request.tier,
    stream: request.stream ? true : null,
    stream_options: request.stream ? options : null,
  })
}

/**
 * One message of ours is several of theirs when it carries tool results. Theirs are text alone: what
 * a tool drew follows in a message of the user's, after the last result of its turn.
 */
function encodeMessages(messages: readonly Message[]): Fields[] {
  const encoded: Fields[] = []
  const idEnds = idEndsIn(messages)
  let drawn: Fields[] = []
  const tellDrawn = (): void => {
    if (drawn.length > 0) encoded.push({ role: 'user', content: drawn })
    drawn = []
  }
  for (const message of messages) {
    const results = message.parts.filter((part) => part.kind === 'tool-result')
    const others = message.parts.filter((part) => part.kind !== 'tool-result')
    if (results.length === 0) tellDrawn()
    for (const result of results) {
      encoded.push(encodeResult(result, idEnds))
      for (const part of drawingsOf(result)) drawn.push(part)
    }
    if (others.length > 0 || results.length === 0) {
      tellDrawn()
      encoded.push(encodeMessage(message, others))
    }
  }
  tellDrawn()
  return encoded
}

/** The ends of ids that are signatures, by the id without. */
const idEndsIn = (messages: readonly Message[]): ReadonlyMap<string, string> =>
  new Map(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => {
        const end = part.kind === 'tool-call' ? extensionOf(part.signature)?.idEnd : undefined
        return part.kind === 'tool-call' && end !== undefined ? [[part.id, end] as const] : []
      }),
    ),
  )

const encodeResult = (result: ToolResult, idEnds: ReadonlyMap<string, string>): Fields => ({
  role: 'tool',
  tool_call_id: `${result.id}${idEnds.get(result.id) ?? ''}`,
  content: joinedText(result.parts, 'text') ?? '',
})

function drawingsOf(result: ToolResult): Fields[] {
  const drawings = result.parts.filter((part) => part.kind !== 'text').flatMap(encodePart)
  return drawings.length === 0
    ? []
    : [{ type: 'text', text: `Output of tool call ${result.id}:` }, ...drawings]
}

function encodeMessage(message: Message, parts: readonly Part[]): Fields {
  const calls = parts.filter((part) => part.kind === 'tool-call')
  const content = encodeContent(parts)
  return {
    ...withoutNulls({
      role: message.role,
      name: message.name,
      refusal: joinedText(parts, 'refusal'),
      reasoning_content: joinedText(parts, 'reasoning'),
      ...reasoningForSupplier(parts),
      ...signedTexts(parts),
      tool_calls: calls.length === 0 ? null : calls.map(encodeToolCall),
    }),
    content: content === '' && calls.length > 0 ? null : content,
  }
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

function encodeToolCall(part: ToolCall): Fields {
  const { fields, idEnd = '' } = extensionOf(part.signature) ?? { fields: {} }
  return {
    id: `${part.id}${idEnd}`,
    type: 'function',
    function: { name: part.name, arguments: part.arguments },
    ...fields,
  }
}

/** A message has one signature of its texts: the last. */
const signedTexts = (parts: readonly Part[]): Fields =>
  parts
    .map((part) => (part.kind === 'text' ? extensionOf(part.signature) : null))
    .findLast((extension) => extension !== null)?.fields ?? {}

const encodeTool = ({ name, description, parameters, strict }: Tool): Fields => ({
  type: 'function',
  function: withoutNulls({ name, description, parameters, strict }),
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
  const { name, description, schema, strict } = format
  return { type: 'json_schema', json_schema: withoutNulls({ name, description, schema, strict }) }
}

function joinedText(parts: readonly Part[], kind: 'text' | 'refusal' | 'reasoning'): string | null {
  const texts = parts.flatMap((part) => (part.kind === kind ? [part.text] : []))
  return texts.length === 0 ? null : texts.join('')
}
