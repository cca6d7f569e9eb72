import type { Losses } from '../../parts/losses.ts'
import { rememberedOf } from '../../parts/remembered.ts'
import type { AsServer, DialectShape } from '../dialect-shape.ts'
import { decodeRequest } from './as-server/request.ts'
import { encodeRequest } from './as-client/request.ts'
import { encodeAnswer, frames, open, type WriteState } from './as-server/stream.ts'
import { encodeFailure, failureOf } from './failures.ts'
import { answer, finish, heard, type ReadState, start, step } from './as-client/stream.ts'
import { foreignIn } from './as-client/foreign.ts'
import { embed as embedAsClient } from './as-client/embed.ts'
import { edit, image } from './as-client/image.ts'
import { speech } from './as-client/speech.ts'
import { count } from './as-client/count.ts'
import { paths } from './as-client/paths.ts'
import { places } from './as-client/places.ts'
import { unread } from './as-client/unread.ts'
import { openEnd, usagePlaces } from './as-client/usage-places.ts'
import { embed as embedAsServer } from './as-server/embed.ts'
import { keptTextMax } from './grounding.ts'
import { encodeUsage, geminiUsage } from './usage.ts'

const fieldNames: AsServer<WriteState>['fieldNames'] = {
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
export const gemini: DialectShape<ReadState, WriteState> = {
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
    remembered: rememberedOf,
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
