import { encodeFailure, failureOf } from '../../canonical/errors/openai-errors.ts'
import type { Losses } from '../../canonical/losses.ts'
import type { AsServer, DialectShape, Paths, BodyPlaces } from '../../operations/dialect-shape.ts'
import { decodeRequest } from './as-server/request.ts'
import { encodeRequest } from './as-client/request.ts'
import { encodeAnswer, frames, open } from './as-server/stream.ts'
import { type ResponsesReadState, start } from './as-client/read-state.ts'
import { remembered } from './as-server/response-object.ts'
import { answer, finish, step } from './as-client/stream.ts'
import { encodeUsage, responsesUsage } from './usage.ts'
import { callIds } from './as-client/call-ids.ts'
import { foreignIn } from './as-client/foreign.ts'
import { lightened, restored, type ResponsesWriteState } from './as-server/write-state.ts'
import { unread } from './as-client/untranslated.ts'
import { limitsBeside } from '../../bytes/output-limits.ts'
import type { UsagePlaces } from '../../canonical/usage/usage-places.ts'
import type { CountAsClient } from '../../operations/count.ts'

/** https://platform.openai.com/docs/api-reference/responses */
const paths: Paths = {
  chat: () => '/responses',
  compact: () => '/responses/compact',
  count: () => '/responses/input_tokens',
}

const places: BodyPlaces = {
  namesModel: true,
  limitAliases: limitsBeside('max_output_tokens'),
  withLimit: null,
  streamOptions: false,
  storeField: 'store',
}

const usagePlaces: UsagePlaces = {
  name: 'usage',
  otherSpelling: null,
  copies: [],
  inFrames: [
    { types: ['response.completed', 'response.incomplete', 'response.failed'], inside: 'response' },
  ],
}

/** https://platform.openai.com/docs/api-reference/responses/input-tokens */
const count: CountAsClient = {
  fields: [
    'input',
    'instructions',
    'tools',
    'tool_choice',
    'parallel_tool_calls',
    'text',
    'reasoning',
    'truncation',
    'previous_response_id',
    'conversation',
  ],
  body: (fields, model) => ({ ...fields, model }),
  tokens: 'input_tokens',
}

const fieldNames: AsServer<ResponsesWriteState>['fieldNames'] = {
  toolChoice: 'tool_choice',
  parallelTools: 'parallel_tool_calls',
  outputLimit: 'max_output_tokens',
  format: 'text.format',
  temperature: 'temperature',
  topP: 'top_p',
  reasoning: 'reasoning',
  logprobs: 'top_logprobs',
  cacheKey: 'prompt_cache_key',
  endUser: 'safety_identifier',
  tier: 'service_tier',
  cache: 'prompt_cache_breakpoint',
  signature: 'encrypted_content',
  image: 'input_image',
  audio: 'input_audio',
  file: 'input_file',
}

/** Content that a response has no place for. */
const losses: Losses = {
  text: null,
  reasoning: null,
  refusal: null,
  'tool-call': null,
  'tool-result': 'items of code that the supplier runs belong to its own service',
  image: ({ source }) => (source.kind === 'data' ? null : 'a picture is its bytes, not an address'),
  audio: (_, way) => (way === 'streamed' ? null : 'no item of a whole response is sound'),
  file: 'no item holds a file',
  citation: null,
  logprobs: null,
}

/** OpenAI's Responses: `POST /v1/responses`. */
export const openAiResponses: DialectShape<ResponsesReadState, ResponsesWriteState> = {
  id: 'openai-responses',
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
    headersPassedOn: /^openai-beta$/,
    unread,
    usagePlaces,
    scan: null,
    openEnd: null,
    count,
  },
  asServer: {
    embed: null,
    count: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
    request: decodeRequest,
    fieldNames,
    remembered,
    repeatsRequest: true,
    endRepeats: true,
    textKept: 0,
    open,
    frames,
    light: { lightened, restored },
    answer: encodeAnswer,
    losses,
    failure: encodeFailure,
  },
  hasObjectArguments: false,
  usage: responsesUsage,
  usageFields: encodeUsage,
}
