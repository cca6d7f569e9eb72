import type { ModelRequest, OutputFormat } from '../../../canonical/request.ts'
import { type Fields, fieldsOf, listedOf, listOf, numberOf, textOf } from '../../../bytes/fields.ts'
import type { DecodeResult } from '../../../canonical/decode-result.ts'
import type { AddressFields } from '../../../operations/dialect-shape.ts'
import { decodeContents, decodeInstruction } from '../contents.ts'
import { jsonSchemaOf } from '../schema.ts'
import { camelled, without } from '../spelling.ts'
import { decodeThinking } from '../thinking.ts'
import { decodeToolConfig, decodeTools } from './tools.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'

/** Fields that the canonical request has a word for. Every other one travels in `rest`. */
const named = [
  'model',
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'serviceTier',
]

/** The body of `POST /v1beta/models/{model}:generateContent`: https://ai.google.dev/api/generate-content */
export function decodeRequest(
  body: unknown,
  addressed?: AddressFields,
): DecodeResult<ModelRequest> {
  const fields = camelled(body)
  if (fields === null) return invalidField('', 'a JSON object is expected')
  const model = addressed?.model ?? ''
  if (model === '') return invalidField('model', 'a model name is expected in the address')
  const given = listedOf(fields['contents'])
  if (given.length === 0 && !Array.isArray(fields['contents'])) {
    return invalidField('contents', 'a list is expected')
  }
  const contents = decodeContents(given)
  if ('wrong' in contents) return invalidField(contents.wrong, contents.reason)
  const instruction = decodeInstruction(fields['systemInstruction'])
  const config = camelled(fields['generationConfig']) ?? {}
  const tools = decodeTools(fields['tools'])
  const choice = decodeToolConfig(fields['toolConfig'])
  return {
    ok: true,
    value: {
      dialect: 'gemini',
      model,
      messages: [
        ...(instruction.parts.length === 0
          ? []
          : [{ role: 'system' as const, name: null, parts: instruction.parts }]),
        ...contents.messages,
      ],
      tools: tools.tools,
      toolChoice: choice.toolChoice,
      parallelTools: null,
      ...decodeConfig(config),
      cacheKey: null,
      endUser: null,
      tier: textOf(fields['serviceTier']),
      stream: addressed?.stream ?? false,
      usageAsked: true,
      rest: {
        ...without(fields, named),
        ...choice.rest,
        ...restOfConfig(config),
      },
      lost: [...instruction.lost, ...contents.lost, ...tools.lost, ...choice.lost],
    },
  }
}

type ConfigField =
  | 'outputLimit'
  | 'answers'
  | 'stop'
  | 'format'
  | 'sampling'
  | 'reasoning'
  | 'logprobs'

function decodeConfig(config: Fields): Pick<ModelRequest, ConfigField> {
  return {
    outputLimit: numberOf(config['maxOutputTokens']),
    answers: numberOf(config['candidateCount']) ?? 1,
    stop: listOf(config['stopSequences']).filter((text) => typeof text === 'string'),
    format: decodeFormat(config),
    sampling: {
      temperature: numberOf(config['temperature']),
      topP: numberOf(config['topP']),
      topK: numberOf(config['topK']),
      frequencyPenalty: numberOf(config['frequencyPenalty']),
      presencePenalty: numberOf(config['presencePenalty']),
      seed: numberOf(config['seed']),
    },
    reasoning: decodeThinking(config['thinkingConfig']),
    logprobs: config['responseLogprobs'] === true ? (numberOf(config['logprobs']) ?? 0) : null,
  }
}

const configNamed = [
  'maxOutputTokens',
  'candidateCount',
  'stopSequences',
  'temperature',
  'topP',
  'topK',
  'frequencyPenalty',
  'presencePenalty',
  'seed',
  'thinkingConfig',
  'responseLogprobs',
  'logprobs',
]

const formatNamed = [
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  '_responseJsonSchema',
]

/** An enumeration as plain text (`text/x.enum`) is no format of ours and stays whole. */
function restOfConfig(config: Fields): Fields {
  const isKept = decodeFormat(config) === null
  const format = without(camelled(config['responseFormat']) ?? {}, isKept ? [] : ['text'])
  const left = without(config, [...configNamed, ...(isKept ? [] : formatNamed), 'responseFormat'])
  const all = { ...left, ...(format === null ? {} : { responseFormat: format }) }
  return Object.keys(all).length === 0 ? {} : { generationConfig: all }
}

/** `responseFormat.text` is the newest of three ways: https://ai.google.dev/gemini-api/docs/structured-output */
function decodeFormat(config: Fields): OutputFormat | null {
  const newest = camelled(camelled(config['responseFormat'])?.['text'])
  const type = textOf(newest?.['mimeType']) ?? textOf(config['responseMimeType'])
  const schema =
    fieldsOf(newest?.['schema']) ??
    fieldsOf(config['responseJsonSchema']) ??
    fieldsOf(config['_responseJsonSchema']) ??
    jsonSchemaOf(config['responseSchema'])
  if (type === 'text/x.enum') return null
  if (schema !== null) return { kind: 'schema', name: 'response', schema, strict: null }
  if (type === null) return null
  return { kind: /json$/i.test(type) ? 'json' : 'text' }
}
