import type { Losses } from '../../canonical/losses.ts'
import { writerRequest } from '../../canonical/writer-request.ts'
import type {
  AsServer,
  DialectShape,
  Paths,
  BodyPlaces,
  Scan,
} from '../../operations/dialect-shape.ts'
import { decodeRequest } from './as-server/request.ts'
import { encodeRequest } from './as-client/request.ts'
import { encodeAnswer, frames, open, type ChatWriteState } from './as-server/stream.ts'
import { encodeFailure, failureOf } from '../../canonical/errors/openai-errors.ts'
import {
  answer,
  finish,
  type ChatReadState,
  start,
  step,
  failureInFrame,
  failureInWhole,
} from './as-client/stream.ts'
import { callIds } from './as-client/call-ids.ts'
import { foreignIn } from './as-client/foreign.ts'
import { encodeUsage, openAiUsage, usageIn } from './usage.ts'
import { embed as embedAsClient } from './as-client/embed.ts'
import { embed as embedAsServer } from './as-server/embed.ts'
import { transcribe } from './as-client/transcribe.ts'
import { edit as editAsClient, image as imageAsClient } from './as-client/image.ts'
import { edit as editAsServer, image as imageAsServer } from './as-server/image.ts'
import { moderate as moderateAsClient } from './as-client/moderate.ts'
import { moderate as moderateAsServer } from './as-server/moderate.ts'
import { rerank as rerankAsClient } from './as-client/rerank.ts'
import { rerank as rerankAsServer } from './as-server/rerank.ts'
import { speech as speechAsClient } from './as-client/speech.ts'
import { speech as speechAsServer } from './as-server/speech.ts'
import { limitsBeside } from '../../bytes/output-limits.ts'
import type { UsagePlaces } from '../../canonical/usage/usage-places.ts'
import type { UntranslatedText } from '../../canonical/untranslated.ts'
import { hasOpenCalls, missingIndices, noCallsInStream } from '../../canonical/calls/tool-calls.ts'

/** https://platform.openai.com/docs/api-reference */
const paths: Paths = {
  chat: () => '/chat/completions',
  completions: () => '/completions',
  embed: () => '/embeddings',
  image: () => '/images/generations',
  edit: () => '/images/edits',
  vary: () => '/images/variations',
  moderate: () => '/moderations',
  rerank: () => '/rerank',
  speech: () => '/audio/speech',
  video: () => '/videos',
  draw: () => '/mj',
  music: () => '/suno',
  transcribe: () => '/audio/transcriptions',
  translate: () => '/audio/translations',
}

const places: BodyPlaces = {
  namesModel: true,
  limitAliases: limitsBeside('max_completion_tokens', 'max_tokens'),
  withLimit: null,
  streamOptions: true,
  storeField: null,
}

/** Groq and Moonshot have it elsewhere: `usageIn`. */
const usagePlaces: UsagePlaces = {
  name: 'usage',
  otherSpelling: null,
  copies: ['x_groq', 'choices'],
  inFrames: [{ types: null, inside: null }],
}

/** Every text of a chat has an event. */
const unread: UntranslatedText = { marks: [], inAnswer: () => [], inEvent: () => [] }

/** Its names say what they are of wherever they stand, so that they are found in bytes. */
const scan: Scan = {
  failureInFrame,
  failureInWhole,
  usageIn,
  calls: { start: noCallsInStream, missingIndices, isOpen: hasOpenCalls },
}

const fieldNames: AsServer<ChatWriteState>['fieldNames'] = {
  toolChoice: 'tool_choice',
  parallelTools: 'parallel_tool_calls',
  outputLimit: 'max_completion_tokens',
  answers: 'n',
  stop: 'stop',
  format: 'response_format',
  temperature: 'temperature',
  topP: 'top_p',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
  seed: 'seed',
  reasoning: 'reasoning_effort',
  logprobs: 'logprobs',
  cacheKey: 'prompt_cache_key',
  endUser: 'user',
  tier: 'service_tier',
  signature: 'reasoning_details',
  image: 'image_url',
  audio: 'input_audio',
  file: 'file',
  name: 'messages.name',
}

/** Content that an answer of chat completions has no place for. */
const losses: Losses = {
  text: null,
  reasoning: null,
  refusal: null,
  'tool-call': null,
  'tool-result': 'results of tools that the supplier runs have no place',
  image: null,
  audio: null,
  file: 'a message has no files',
  citation: null,
  logprobs: null,
}

/** OpenAI's chat completions: `POST /v1/chat/completions`. */
export const openAiChat: DialectShape<ChatReadState, ChatWriteState> = {
  id: 'openai-chat',
  asClient: {
    paths,
    places,
    embed: embedAsClient,
    image: imageAsClient,
    edit: editAsClient,
    moderate: moderateAsClient,
    rerank: rerankAsClient,
    speech: speechAsClient,
    transcribe,
    body: encodeRequest,
    start,
    step,
    finish,
    answer,
    failure: failureOf,
    foreignIn,
    callIds,
    headersPassedOn: /^openai-beta$/,
    unread,
    usagePlaces,
    scan,
    openEnd: null,
    count: null,
  },
  asServer: {
    embed: embedAsServer,
    image: imageAsServer,
    edit: editAsServer,
    moderate: moderateAsServer,
    rerank: rerankAsServer,
    speech: speechAsServer,
    count: null,
    request: decodeRequest,
    fieldNames,
    remembered: writerRequest,
    repeatsRequest: false,
    endRepeats: false,
    textKept: 0,
    light: null,
    open,
    frames,
    answer: encodeAnswer,
    losses,
    failure: encodeFailure,
  },
  hasObjectArguments: false,
  usage: openAiUsage,
  usageFields: encodeUsage,
}
