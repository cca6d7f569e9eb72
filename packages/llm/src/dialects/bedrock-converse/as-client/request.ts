import { describedSchema } from '../../../canonical/schema-description.ts'
import { droppedOf, type RequestField } from '../../../canonical/dropped-fields.ts'
import { type Fields, withoutNulls } from '../../../bytes/fields.ts'
import { ownFiles } from '../../../canonical/own-files.ts'
import type { ModelRequest, OutputFormat } from '../../../canonical/request.ts'
import { fittedSchema } from '../../anthropic-messages/as-client/fitted-schema.ts'
import { rulesOf } from '../../anthropic-messages/as-client/model-rules.ts'
import { encodeSampling } from '../../anthropic-messages/as-client/sampling.ts'
import { encodeThinking, isOn } from '../../anthropic-messages/thinking.ts'
import type { EncodedBody } from '../../../operations/dialect-shape.ts'
import { encodeConversation } from './encode-messages.ts'
import { isClaude } from './model-facts.ts'
import { encodeTools } from './tools.ts'

const lacks = [
  'answers',
  'frequencyPenalty',
  'presencePenalty',
  'seed',
  'logprobs',
  'cacheKey',
  'endUser',
  'tier',
] as const

/** The body of `POST /model/{id}/converse` and `/converse-stream`; model and stream are in the address. */
export function encodeRequest(asked: ModelRequest): EncodedBody {
  const { request, dropped: files } = ownFiles(asked, 'bedrock-converse')
  const conversation = encodeConversation(request)
  const tools = encodeTools(request)
  const model = isClaude(request.model) ? claudesFields(request) : othersFields(request)
  const format = encodeFormat(request)
  const stop = request.stop.filter((sequence) => sequence !== '')
  const system = [...conversation.system, ...format.instructions]
  return {
    body: withoutNulls({
      system: system.length === 0 ? null : system,
      messages: conversation.messages,
      inferenceConfig: someOf({
        ...model.inference,
        stopSequences: stop.length === 0 ? null : stop,
      }),
      toolConfig: tools.config,
      outputConfig: format.config,
      additionalModelRequestFields: someOf(model.additional),
    }),
    // A name twice says no more than once.
    dropped: [
      ...new Set([
        ...droppedOf(request, 'bedrock-converse', lacks),
        ...(request.parallelTools === false ? (['parallelTools'] as const) : []),
        ...conversation.dropped,
        ...files,
        ...tools.dropped,
        ...model.dropped,
        ...format.dropped,
        ...(stop.length < request.stop.length ? (['stop'] as const) : []),
      ]),
    ],
  }
}

/** Null when nothing is said. */
function someOf(fields: Fields): Fields | null {
  const said = withoutNulls(fields)
  return Object.keys(said).length === 0 ? null : said
}

type ModelFields = {
  /** `inferenceConfig`, which all models know. */
  readonly inference: Fields
  /** `additionalModelRequestFields`: in the words of the model's vendor. */
  readonly additional: Fields
  readonly dropped: readonly RequestField[]
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-extended-thinking.html */
function claudesFields(request: ModelRequest): ModelFields {
  const { thinking, effort, outputLimit, dropped } = encodeThinking(request, 'bedrock-converse')
  const sampling = encodeSampling(request, isOn(thinking))
  const { temperature = null, top_p: topP = null, top_k = null } = sampling.fields
  const isBudgeted = thinking?.['type'] === 'enabled'
  return {
    inference: {
      maxTokens: isBudgeted ? outputLimit : request.outputLimit,
      temperature,
      topP,
    },
    additional: {
      top_k,
      thinking,
      output_config: effort === null ? null : { effort },
    },
    dropped: [...dropped, ...sampling.dropped],
  }
}

function othersFields({ outputLimit, sampling, reasoning }: ModelRequest): ModelFields {
  const { temperature, topP, topK } = sampling
  return {
    inference: {
      maxTokens: outputLimit,
      // Theirs goes up to one, that of others to two.
      temperature: temperature === null ? null : Math.min(temperature, 1),
      topP,
    },
    additional: {},
    dropped: [
      ...(topK === null ? [] : (['topK'] as const)),
      ...(reasoning === null ? [] : (['reasoning'] as const)),
    ],
  }
}

type EncodedFormat = {
  readonly config: Fields | null
  readonly instructions: readonly Fields[]
  readonly dropped: readonly RequestField[]
}

const noFormat: EncodedFormat = { config: null, instructions: [], dropped: [] }

/** https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html: of schemas alone, and not for all models. */
function encodeFormat({ dialect, model, format }: ModelRequest): EncodedFormat {
  if (format === null || format.kind === 'text') return noFormat
  if (format.kind !== 'schema') return { ...noFormat, instructions: [inWords(format)] }
  if (!isClaude(model) || !rulesOf(model).hasSchemas) {
    return { ...noFormat, instructions: [inWords(format)], dropped: ['format'] }
  }
  const described = describedSchema(format)
  const schema = dialect === 'anthropic-messages' ? described : fittedSchema(described)
  const structure = { jsonSchema: { schema: JSON.stringify(schema), name: format.name } }
  return { ...noFormat, config: { textFormat: { type: 'json_schema', structure } } }
}

const inWords = (format: OutputFormat): Fields => ({
  text:
    format.kind === 'schema'
      ? `Answer with one JSON value that fits this schema, and nothing else: ${JSON.stringify(describedSchema(format))}`
      : 'Answer with one JSON object, and nothing else.',
})
