import { encodeFailure, failureOf } from '../../parts/openai-errors.ts'
import type { AsServer, Protocol } from '../protocol.ts'
import { decodeRequest } from './body.ts'
import { encodeRequest } from './encode-body.ts'
import { encodeAnswer, frames, open } from './encode-stream.ts'
import { type ReadState, start } from './read-state.ts'
import { answer, finish, step } from './stream.ts'
import { encodeUsage, responsesUsage } from './usage.ts'
import { foreignIn } from './foreign.ts'
import type { WriteState } from './write-state.ts'

const fieldNames: AsServer<WriteState>['fieldNames'] = {
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

/** OpenAI's Responses: `POST /v1/responses`. */
export const openAiResponses: Protocol<ReadState, WriteState> = {
  id: 'openai-responses',
  asClient: { body: encodeRequest, start, step, finish, answer, failure: failureOf, foreignIn },
  asServer: {
    request: decodeRequest,
    fieldNames,
    open,
    frames,
    answer: encodeAnswer,
    failure: encodeFailure,
  },
  usage: responsesUsage,
  usageFields: encodeUsage,
}
