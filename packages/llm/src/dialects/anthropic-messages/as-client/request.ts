import { droppedOf, type RequestField } from '../../../canonical/dropped-fields.ts'
import { type Fields, fieldsOf, withoutNulls } from '../../../bytes/fields.ts'
import { ownFiles } from '../../../canonical/own-files.ts'
import type { ModelRequest, OutputFormat } from '../../../canonical/request.ts'
import type { EncodedBody } from '../../../operations/dialect-shape.ts'
import { encodeConversation } from './encode-messages.ts'
import { describedSchema } from '../../../canonical/schema-description.ts'
import { fittedSchema } from './fitted-schema.ts'
import { rulesOf } from './model-rules.ts'
import { encodeSampling } from './sampling.ts'
import { encodeThinking, isOn } from '../thinking.ts'
import { encodeToolChoice, encodeTools } from '../tools.ts'

const lacks = [
  'answers',
  'frequencyPenalty',
  'presencePenalty',
  'seed',
  'logprobs',
  'cacheKey',
] as const

/** The body of `POST /v1/messages`. */
export function encodeRequest(asked: ModelRequest): EncodedBody {
  const { request, dropped: files } = ownFiles(asked, 'anthropic-messages')
  const isOurs = request.dialect === 'anthropic-messages'
  const conversation = encodeConversation(request)
  const tools = encodeTools(request)
  const choice = encodeToolChoice(request, tools !== null)
  const thinking = encodeThinking(request)
  const sampling = encodeSampling(request, isOn(thinking.thinking))
  const format = encodeFormat(request)
  const stop = request.stop.filter((sequence) => sequence.trim() !== '')
  const rest = isOurs ? request.rest : {}
  const system = [...conversation.system, ...format.instructions]
  return {
    body: {
      ...rest,
      ...withoutNulls({
        model: request.model,
        max_tokens: thinking.outputLimit,
        system: system.length === 0 ? null : system,
        messages: conversation.messages,
        tools,
        tool_choice: choice.choice,
        stop_sequences: stop.length === 0 ? null : stop,
        ...sampling.fields,
        thinking: thinking.thinking,
        output_config: merged(rest['output_config'], {
          effort: thinking.effort,
          format: format.schema,
        }),
        metadata: merged(rest['metadata'], { user_id: request.endUser }),
        service_tier: isOurs ? request.tier : null,
        stream: request.stream ? true : null,
      }),
    },
    // A name twice says no more than once.
    dropped: [
      ...new Set([
        // The words of another vendor's tiers mean something else here.
        ...droppedOf(request, 'anthropic-messages', isOurs ? lacks : [...lacks, 'tier']),
        ...conversation.dropped,
        ...files,
        ...choice.dropped,
        ...thinking.dropped,
        ...sampling.dropped,
        ...format.dropped,
        ...(stop.length < request.stop.length ? (['stop'] as const) : []),
      ]),
    ],
  }
}

/** Null when there is nothing in either. */
function merged(kept: unknown, made: Fields): Fields | null {
  const fields = { ...fieldsOf(kept), ...withoutNulls(made) }
  return Object.keys(fields).length === 0 ? null : fields
}

type EncodedFormat = {
  readonly schema: Fields | null
  readonly instructions: readonly Fields[]
  readonly dropped: readonly RequestField[]
}

/** The dialect has schemas alone; what it or the model has not is asked for in words. */
function encodeFormat({ dialect, model, format }: ModelRequest): EncodedFormat {
  if (format === null || format.kind === 'text') return noFormat
  if (format.kind !== 'schema') return { ...noFormat, instructions: [formatInstruction(format)] }
  const isOurs = dialect === 'anthropic-messages'
  if (!isOurs && !rulesOf(model).hasSchemas) {
    return { ...noFormat, instructions: [formatInstruction(format)], dropped: ['format'] }
  }
  const described = describedSchema(format)
  const schema = isOurs ? described : fittedSchema(described)
  return { ...noFormat, schema: { type: 'json_schema', schema } }
}

const noFormat: EncodedFormat = { schema: null, instructions: [], dropped: [] }

const formatInstruction = (format: OutputFormat): Fields => ({
  type: 'text',
  text:
    format.kind === 'schema'
      ? `Answer with one JSON value that fits this schema, and nothing else: ${JSON.stringify(describedSchema(format))}`
      : 'Answer with one JSON object, and nothing else.',
})
