import type { ModelRequest, Tool, ToolChoice } from '../../../canonical/request.ts'
import { droppedOf, type RequestField } from '../../../canonical/dropped-fields.ts'
import { ownFiles } from '../../../canonical/own-files.ts'
import { type Fields, fieldsOf, withoutNulls } from '../../../bytes/fields.ts'
import type { EncodedBody } from '../../../operations/dialect-shape.ts'
import { encodeContents } from './encode-contents.ts'
import { describedSchema } from '../../../canonical/schema-description.ts'
import { encodeThinking, isDisobeyed, takesLevels } from '../thinking.ts'

/** The body of `generateContent` and `streamGenerateContent`; the model is in the address. */
export function encodeRequest(asked: ModelRequest): EncodedBody {
  const { request, dropped: files } = ownFiles(asked, 'gemini')
  const isOwn = request.dialect === 'gemini'
  const { systemInstruction, contents, dropped } = encodeContents(request)
  const rest = isOwn ? request.rest : {}
  const hasFormat = takesFormat(request)
  return {
    body: withoutNulls({
      ...rest,
      systemInstruction,
      contents,
      tools:
        request.tools.length === 0
          ? null
          : [{ functionDeclarations: request.tools.map(encodeTool) }],
      toolConfig: filled({
        ...fieldsOf(rest['toolConfig']),
        functionCallingConfig: encodeToolChoice(request.toolChoice),
      }),
      generationConfig: filled({
        ...fieldsOf(rest['generationConfig']),
        ...encodeConfig(request),
        ...(hasFormat ? encodeFormat(request) : {}),
      }),
      // The words of another vendor's tiers mean something else here.
      serviceTier: isOwn ? request.tier : null,
    }),
    dropped: [
      ...droppedOf(request, 'gemini', lacksOf(request)),
      ...dropped,
      ...files,
      ...missing('format', !hasFormat),
      ...missing('stop', request.stop.length > stopsMax),
      ...missing('reasoning', isDisobeyed(request)),
    ],
  }
}

const missing = (field: RequestField, isMissing: boolean): RequestField[] =>
  isMissing ? [field] : []

const lacksOf = ({ dialect }: ModelRequest): RequestField[] => [
  'parallelTools',
  'cacheKey',
  'endUser',
  ...missing('tier', dialect !== 'gemini'),
]

/** Null: nothing is in it. */
function filled(fields: Fields): Fields | null {
  const kept = withoutNulls(fields)
  return Object.keys(kept).length === 0 ? null : kept
}

/** https://ai.google.dev/api/generate-content#GenerationConfig */
const stopsMax = 5

function encodeConfig(request: ModelRequest): Fields {
  const { sampling } = request
  return {
    maxOutputTokens: request.outputLimit,
    candidateCount: request.answers === 1 ? null : request.answers,
    stopSequences: request.stop.length === 0 ? null : request.stop.slice(0, stopsMax),
    temperature: sampling.temperature,
    topP: sampling.topP,
    topK: sampling.topK,
    frequencyPenalty: sampling.frequencyPenalty,
    presencePenalty: sampling.presencePenalty,
    seed: sampling.seed,
    thinkingConfig: encodeThinking(request),
    responseLogprobs: request.logprobs === null ? null : true,
    logprobs: request.logprobs === 0 ? null : request.logprobs,
  }
}

/** Before Gemini 3 a request that has functions and wants JSON is refused as a whole. */
const takesFormat = ({ format, tools, model, dialect }: ModelRequest): boolean =>
  format === null ||
  format.kind === 'text' ||
  tools.length === 0 ||
  dialect === 'gemini' ||
  takesLevels(model)

/**
 * JSON Schema as it is, so that nothing of it is lost: known to the vendor since June 2025 (release
 * 1.7.0 of its SDK for JavaScript). `responseFormat` says the same and is younger than most servers.
 */
function encodeFormat({ format }: ModelRequest): Fields {
  if (format === null) return {}
  if (format.kind === 'text') return { responseMimeType: 'text/plain' }
  return {
    responseMimeType: 'application/json',
    responseJsonSchema: format.kind === 'schema' ? describedSchema(format) : null,
  }
}

/** `parametersJsonSchema` came with release 1.6.0 of the SDK, in June 2025. */
const encodeTool = ({ name, description, parameters }: Tool): Fields =>
  withoutNulls({ name, description, parametersJsonSchema: parameters })

function encodeToolChoice(choice: ToolChoice | null): Fields | null {
  if (choice === null) return null
  if (choice.kind === 'tool') return { mode: 'ANY', allowedFunctionNames: [choice.name] }
  return { mode: modes[choice.kind] }
}

const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' } as const
