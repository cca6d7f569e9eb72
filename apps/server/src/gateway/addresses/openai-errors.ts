import type { Refusal } from '@posthouse/contract/refusal'
import type { ErrorCode } from '@posthouse/contract/errors'
import type { ErrorContext, ErrorShape } from './surface.ts'

/** OpenAI's codes where its clients know them. Other refusals keep our code. */
const known: Partial<Record<ErrorCode, OpenAiErrorFields>> = {
  'key.missing': { type: 'invalid_request_error', code: 'invalid_api_key' },
  'key.invalid': { type: 'invalid_request_error', code: 'invalid_api_key' },
  'key.exhausted': { type: 'insufficient_quota', code: 'insufficient_quota' },
  'quota.insufficient': { type: 'insufficient_quota', code: 'insufficient_quota' },
  'quota.token': { type: 'insufficient_quota', code: 'insufficient_quota' },
  'quota.window': { type: 'requests', code: 'spend_limit_exceeded' },
  'limit.requests': { type: 'requests', code: 'rate_limit_exceeded' },
  'limit.tokens': { type: 'tokens', code: 'rate_limit_exceeded' },
  'limit.concurrency': { type: 'requests', code: 'concurrency_limit_exceeded' },
  'upstream.busy': { type: 'requests', code: 'upstream_busy' },
  'model.unknown': { type: 'invalid_request_error', code: 'model_not_found', param: 'model' },
  'response.previous': {
    type: 'invalid_request_error',
    code: 'previous_response_not_found',
    param: 'previous_response_id',
  },
}

type OpenAiErrorFields = { readonly type: string; readonly code: string; readonly param?: string }

const typeOfStatus = (status: number): string =>
  status >= 500 ? 'server_error' : status === 429 ? 'requests' : 'invalid_request_error'

function body(refusal: Refusal, { language }: ErrorContext): string {
  const named = known[refusal.code]
  const params: Readonly<Record<string, unknown>> = refusal.params
  const upstream = refusal.extras.inside
  const parameter = textOf(params['field']) ?? textOf(upstream?.['parameter'])
  return JSON.stringify({
    error: {
      message: refusal.text(language),
      type: named?.type ?? typeOfStatus(refusal.status),
      param: parameter ?? named?.param ?? null,
      code: named?.code ?? textOf(upstream?.['code']) ?? refusal.code.replaceAll(/[.-]/g, '_'),
    },
  })
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** `{error: {message, type, param, code}}`, also as an event of a stream. */
export const openAiErrors: ErrorShape = {
  body,
  event: (refusal, asked) => `data: ${body(refusal, asked)}\n\n`,
}

/** In a stream of Responses, the error is a named and numbered event. */
export const responsesErrors: ErrorShape = {
  body,
  event: (refusal, asked) => {
    const { error } = JSON.parse(body(refusal, asked))
    const { code, message, param } = error
    const { sequence: sequence_number } = asked
    const event = { type: 'error', code, message, param, error, sequence_number }
    return `event: error\ndata: ${JSON.stringify(event)}\n\n`
  },
}
