import type { Losses } from '../../canonical/losses.ts'
import { writerRequest } from '../../canonical/writer-request.ts'
import type { AsServer, DialectShape, Paths, BodyPlaces } from '../../operations/dialect-shape.ts'
import { decodeRequest } from './as-server/request.ts'
import { encodeRequest } from './as-client/request.ts'
import { encodeAnswer, frames, open, type GeminiWriteState } from './as-server/stream.ts'
import { encodeFailure, failureOf } from './failures.ts'
import { answer, finish, heard, type GeminiReadState, start, step } from './as-client/stream.ts'
import { foreignIn } from './as-client/foreign.ts'
import { embed as embedAsClient } from './as-client/embed.ts'
import { edit, image } from './as-client/image.ts'
import { speech } from './as-client/speech.ts'
import { embed as embedAsServer } from './as-server/embed.ts'
import { keptTextMax } from './grounding.ts'
import { encodeUsage, geminiUsage, tierOf } from './usage.ts'
import { segmentOf } from '../../bytes/endpoint.ts'
import { fieldsOf, type Fields, objectsIn } from '../../bytes/fields.ts'
import type { OpenEnd, UsagePlaces } from '../../canonical/usage/usage-places.ts'
import type { CountAsClient } from '../../operations/count.ts'
import { textsWithin, type UntranslatedText } from '../../canonical/untranslated.ts'

const at = (model: string, action: string): string => `/models/${segmentOf(model)}:${action}`

/** https://ai.google.dev/api: the model stands in the address. */
const paths: Paths = {
  chat: ({ model, stream }) =>
    at(model, stream ? 'streamGenerateContent?alt=sse' : 'generateContent'),
  image: ({ model }) => at(model, 'generateContent'),
  edit: ({ model }) => at(model, 'generateContent'),
  speech: ({ model }) => at(model, 'generateContent'),
  embed: ({ model, single }) => at(model, single ? 'embedContent' : 'batchEmbedContents'),
  count: ({ model }) => at(model, 'countTokens'),
}

const places: BodyPlaces = {
  namesModel: false,
  // Its servers know no names but its own.
  limitAliases: [],
  // Every name has two spellings; one of them is there.
  withLimit: ({ generationConfig, generation_config }, most) => {
    const given = { ...fieldsOf(generation_config), ...fieldsOf(generationConfig) }
    const { max_output_tokens: _, ...config } = given
    return {
      generationConfig: { ...config, maxOutputTokens: most },
      generation_config: null,
    }
  },
  streamOptions: false,
  storeField: null,
}

const usagePlaces: UsagePlaces = {
  name: 'usageMetadata',
  otherSpelling: 'usage_metadata',
  copies: [],
  inFrames: [{ types: null, inside: null }],
}

const openEnd: OpenEnd = {
  emptyFrame: 'data: {"usageMetadata":{}}\r\n\r\n',
  tierIn: tierOf,
}

/** https://ai.google.dev/api/tokens#method:-models.counttokens */
const count: CountAsClient = {
  fields: ['contents', 'systemInstruction', 'system_instruction', 'tools', 'cachedContent'],
  body: (fields, model) => ({ generateContentRequest: { ...fields, model: `models/${model}` } }),
  tokens: 'totalTokens',
}

const inCandidates = (answer: Fields): string[] =>
  objectsIn(answer['candidates']).flatMap((candidate) =>
    objectsIn(fieldsOf(candidate['content'])?.['parts']).flatMap((part) =>
      textsWithin(fieldsOf(part['executableCode'] ?? part['executable_code'])?.['code']),
    ),
  )

/** Code that its own service runs. */
const unread: UntranslatedText = {
  marks: ['executableCode', 'executable_code'],
  inAnswer: inCandidates,
  inEvent: inCandidates,
}

const fieldNames: AsServer<GeminiWriteState>['fieldNames'] = {
  toolChoice: 'toolConfig',
  outputLimit: 'generationConfig.maxOutputTokens',
  answers: 'generationConfig.candidateCount',
  stop: 'generationConfig.stopSequences',
  format: 'generationConfig.responseMimeType',
  temperature: 'generationConfig.temperature',
  topP: 'generationConfig.topP',
  topK: 'generationConfig.topK',
  frequencyPenalty: 'generationConfig.frequencyPenalty',
  presencePenalty: 'generationConfig.presencePenalty',
  seed: 'generationConfig.seed',
  reasoning: 'generationConfig.thinkingConfig',
  logprobs: 'generationConfig.responseLogprobs',
  tier: 'serviceTier',
  signature: 'thoughtSignature',
  image: 'inlineData',
  audio: 'inlineData',
  file: 'inlineData',
}

/** Content that a candidate has no place for. */
const losses: Losses = {
  text: null,
  reasoning: null,
  refusal: null,
  'tool-call': null,
  'tool-result': 'the only results are those of code that its own service runs',
  image: null,
  audio: null,
  file: null,
  citation: null,
  logprobs: null,
}

/** Gemini: `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent?alt=sse`. */
export const gemini: DialectShape<GeminiReadState, GeminiWriteState> = {
  id: 'gemini',
  asClient: {
    paths,
    places,
    embed: embedAsClient,
    image,
    edit,
    speech,
    body: encodeRequest,
    start,
    step,
    heard,
    finish,
    answer,
    failure: failureOf,
    foreignIn,
    callIds: null,
    headersPassedOn: /^x-goog-api-client$/,
    unread,
    usagePlaces,
    scan: null,
    openEnd,
    count,
  },
  asServer: {
    embed: embedAsServer,
    count: (tokens) => ({ totalTokens: tokens }),
    request: decodeRequest,
    fieldNames,
    remembered: writerRequest,
    repeatsRequest: false,
    endRepeats: false,
    textKept: keptTextMax,
    light: null,
    open,
    frames,
    answer: encodeAnswer,
    losses,
    failure: encodeFailure,
  },
  hasObjectArguments: true,
  usage: geminiUsage,
  usageFields: encodeUsage,
}
