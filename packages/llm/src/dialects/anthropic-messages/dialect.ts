import type { Losses } from '../../canonical/losses.ts'
import { writerRequest } from '../../canonical/writer-request.ts'
import type { AsServer, DialectShape, Paths, BodyPlaces } from '../../operations/dialect-shape.ts'
import { decodeRequest } from './as-server/request.ts'
import { encodeAnswer } from './as-server/answer.ts'
import { encodeRequest } from './as-client/request.ts'
import { frames, open, type AnthropicWriteState } from './as-server/stream.ts'
import { encodeFailure, failureOf } from './failures.ts'
import { answer, finish, type AnthropicReadState, start, step } from './as-client/stream.ts'
import { callIds } from './as-client/call-ids.ts'
import { foreignIn } from './as-client/foreign.ts'
import { encodeUsage, anthropicUsage } from './usage.ts'
import { unread } from './as-client/untranslated.ts'
import { limitsBeside } from '../../bytes/output-limits.ts'
import type { UsagePlaces } from '../../canonical/usage/usage-places.ts'
import type { CountAsClient } from '../../operations/count.ts'

/** https://platform.claude.com/docs/en/api/messages */
const paths: Paths = {
  chat: () => '/messages',
  count: () => '/messages/count_tokens',
}

const places: BodyPlaces = {
  namesModel: true,
  limitAliases: limitsBeside('max_tokens'),
  withLimit: null,
  streamOptions: false,
  storeField: null,
}

const usagePlaces: UsagePlaces = {
  name: 'usage',
  otherSpelling: null,
  copies: [],
  inFrames: [
    { types: ['message_delta'], inside: null },
    { types: ['message_start'], inside: 'message' },
  ],
}

/** https://platform.claude.com/docs/en/api/messages-count-tokens */
const count: CountAsClient = {
  fields: [
    'messages',
    'system',
    'tools',
    'tool_choice',
    'thinking',
    'mcp_servers',
    'output_config',
    'cache_control',
  ],
  body: (fields, model) => ({ ...fields, model }),
  tokens: 'input_tokens',
}

const fieldNames: AsServer<AnthropicWriteState>['fieldNames'] = {
  toolChoice: 'tool_choice',
  parallelTools: 'tool_choice.disable_parallel_tool_use',
  outputLimit: 'max_tokens',
  stop: 'stop_sequences',
  format: 'output_config.format',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  reasoning: 'thinking',
  endUser: 'metadata.user_id',
  tier: 'service_tier',
  cache: 'cache_control',
  signature: 'signature',
  image: 'image',
  file: 'document',
}

/** The dialect has no answers but words, reasoning, calls and what they cite. */
const losses: Losses = {
  text: null,
  reasoning: null,
  refusal: null,
  'tool-call': null,
  'tool-result': 'blocks of tools that the supplier runs belong to its own service',
  image: 'no block of an answer is a picture',
  audio: ({ base64 }) => (base64 === '' ? null : 'of sound there are the words alone'),
  file: 'no block of an answer is a file',
  citation: null,
  logprobs: 'there is no word for them',
}

/** Anthropic's messages: `POST /v1/messages`. */
export const anthropicMessages: DialectShape<AnthropicReadState, AnthropicWriteState> = {
  id: 'anthropic-messages',
  asClient: {
    paths,
    places,
    embed: null,
    body: encodeRequest,
    start,
    step,
    finish,
    answer,
    failure: failureOf,
    foreignIn,
    callIds,
    // An open list: the vendor adds to it, and an unknown one is the client's wish.
    headersPassedOn: /^anthropic-(?!dangerous-)/,
    unread,
    usagePlaces,
    scan: null,
    openEnd: null,
    count,
  },
  asServer: {
    embed: null,
    count: (tokens) => ({ input_tokens: tokens }),
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
  hasObjectArguments: true,
  usage: anthropicUsage,
  usageFields: encodeUsage,
}
