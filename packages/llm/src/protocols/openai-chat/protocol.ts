import type { Protocol } from '../protocol.ts'
import { decodeRequest } from './body.ts'
import { encodeRequest, type OpenAiChatBody } from './encode-body.ts'
import { encodeAnswer, frames, open, type WriteState } from './encode-stream.ts'
import { encodeFailure, failureOf } from './failures.ts'
import { answer, finish, type ReadState, start, step } from './stream.ts'
import { openAiUsage } from './usage.ts'

/** OpenAI's chat completions: `POST /v1/chat/completions`. */
export const openAiChat: Protocol<OpenAiChatBody, ReadState, WriteState> = {
  id: 'openai-chat',
  asClient: { body: encodeRequest, start, step, finish, answer, failure: failureOf },
  asServer: { request: decodeRequest, open, frames, answer: encodeAnswer, failure: encodeFailure },
  usage: openAiUsage,
}
