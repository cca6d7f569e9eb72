import type { ModelRequest } from '../canonical/request.ts'

/** A request that asks for nothing in particular: tests say what they are about. */
export const plainRequest: ModelRequest = {
  dialect: 'openai-chat',
  model: 'm',
  messages: [],
  tools: [],
  toolChoice: null,
  parallelTools: null,
  outputLimit: null,
  answers: 1,
  stop: [],
  format: null,
  sampling: {
    temperature: null,
    topP: null,
    topK: null,
    frequencyPenalty: null,
    presencePenalty: null,
    seed: null,
  },
  reasoning: null,
  logprobs: null,
  cacheKey: null,
  endUser: null,
  tier: null,
  stream: false,
  usageAsked: false,
  rest: {},
  lost: [],
}
