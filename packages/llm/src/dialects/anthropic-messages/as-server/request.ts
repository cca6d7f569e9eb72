import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../../bytes/fields.ts'
import type { Message, ModelRequest, OutputFormat, Part } from '../../../canonical/request.ts'
import type { DecodeResult } from '../../../canonical/decode-result.ts'
import { decodeContent } from './decode-blocks.ts'
import { decodeThinking } from '../thinking.ts'
import { decodeToolChoice, decodeTools } from '../tools.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'

/** Fields that the canonical request has a word for. Every other one travels in `rest`. */
const named = new Set([
  'model',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'max_tokens',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'thinking',
  'output_config',
  'output_format',
  'metadata',
  'service_tier',
  'stream',
])

/** `POST /v1/messages`: https://platform.claude.com/docs/en/api/messages/create */
export function decodeRequest(body: unknown): DecodeResult<ModelRequest> {
  const fields = fieldsOf(body)
  if (fields === null) return invalidField('', 'a JSON object is expected')
  const model = textOf(fields['model'])
  if (model === null || model === '') return invalidField('model', 'a model name is expected')
  if (!Array.isArray(fields['messages'])) return invalidField('messages', 'a list is expected')
  const turns = fields['messages'].map(decodeTurn)
  const bad = turns.indexOf(null)
  if (bad !== -1) return invalidField(`messages.${bad}`, 'a message with a role is expected')
  const system = decodeContent(fields['system'], 'system')
  const tools = decodeTools(fields['tools'])
  const options = decodeOptions(fields)
  return {
    ok: true,
    value: {
      dialect: 'anthropic-messages',
      model,
      messages: [
        ...(system.parts.length === 0 ? [] : [message('system', system.parts)]),
        ...turns.flatMap((turn) => turn?.messages ?? []),
      ],
      tools: tools.tools,
      ...options.known,
      stream: fields['stream'] === true,
      usageAsked: true,
      rest: {
        ...Object.fromEntries(Object.entries(fields).filter(([name]) => !named.has(name))),
        ...options.rest,
        ...(tools.kept.length === 0 ? {} : { tools: tools.kept }),
      },
      lost: [...system.lost, ...turns.flatMap((turn) => turn?.lost ?? []), ...tools.lost],
    },
  }
}

type DecodedTurn = { readonly messages: readonly Message[]; readonly lost: readonly string[] }

/** The results of tools are the user's in this dialect, and a message of their own in ours. */
function decodeTurn(value: unknown, index: number): DecodedTurn | null {
  const fields = fieldsOf(value)
  const role = fields?.['role']
  // System messages in the middle: https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages
  if (role !== 'user' && role !== 'assistant' && role !== 'system') return null
  const { parts, lost } = decodeContent(fields?.['content'], `messages.${index}.content`)
  const results = parts.filter((part) => part.kind === 'tool-result')
  const others = parts.filter((part) => part.kind !== 'tool-result')
  if (results.length === 0) return { messages: [message(role, others)], lost }
  const rest = others.length === 0 ? [] : [message(role, others)]
  return { messages: [message('tool', results), ...rest], lost }
}

const message = (role: Message['role'], parts: readonly Part[]): Message => ({
  role,
  parts,
  name: null,
})

type RequestOptions = Omit<
  ModelRequest,
  'dialect' | 'model' | 'messages' | 'tools' | 'stream' | 'usageAsked' | 'rest' | 'lost'
>

function decodeOptions(fields: Fields): { readonly known: RequestOptions; readonly rest: Fields } {
  const output = fieldsOf(fields['output_config']) ?? {}
  const metadata = fieldsOf(fields['metadata']) ?? {}
  const thinking = decodeThinking(fields['thinking'], output['effort'])
  const format = decodeFormat(output['format']) ?? decodeFormat(fields['output_format'])
  const choice = decodeToolChoice(fields['tool_choice'])
  const readOfOutput = [...thinking.readOfOutput, ...(format === null ? [] : ['format'])]
  return {
    known: {
      ...choice.known,
      outputLimit: numberOf(fields['max_tokens']),
      answers: 1,
      stop: listOf(fields['stop_sequences']).filter((text) => typeof text === 'string'),
      format,
      sampling: decodeSampling(fields),
      reasoning: thinking.reasoning,
      logprobs: null,
      cacheKey: null,
      endUser: textOf(metadata['user_id']),
      tier: textOf(fields['service_tier']),
    },
    rest: {
      ...choice.rest,
      ...thinking.rest,
      ...leftOf('output_config', output, readOfOutput),
      ...leftOf('metadata', metadata, ['user_id']),
    },
  }
}

const decodeSampling = (fields: Fields): ModelRequest['sampling'] => ({
  temperature: numberOf(fields['temperature']),
  topP: numberOf(fields['top_p']),
  topK: numberOf(fields['top_k']),
  frequencyPenalty: null,
  presencePenalty: null,
  seed: null,
})

/** `output_config.format`, and where it was in the beta: `output_format`. Schemas have no name here. */
function decodeFormat(value: unknown): OutputFormat | null {
  const format = fieldsOf(value)
  const schema = fieldsOf(format?.['schema'])
  if (format?.['type'] !== 'json_schema' || schema === null) return null
  return { kind: 'schema', name: 'answer', schema, strict: null }
}

/** The unread rest of an object, under its name; nothing when nothing is left. */
function leftOf(name: string, fields: Fields, read: readonly string[]): Fields {
  const left = Object.entries(fields).filter(([key, value]) => !read.includes(key) && value != null)
  return left.length === 0 ? {} : { [name]: Object.fromEntries(left) }
}
