import type { Refusal } from '@posthouse/contract/refusal'
import type { ErrorContext, ErrorShape } from './surface.ts'

/** https://platform.claude.com/docs/en/api/errors */
const typeOfStatus: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** Anthropic's own status for an overloaded server, after which its clients wait longer. */
const statusOf = ({ status, extras }: Refusal): number =>
  extras.inside?.['overloaded'] === true ? 529 : status

function typeOf(refusal: Refusal): string {
  const status = statusOf(refusal)
  return typeOfStatus[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
}

const body = (refusal: Refusal, { requestId, language }: ErrorContext): string =>
  JSON.stringify({
    type: 'error',
    error: { type: typeOf(refusal), message: refusal.text(language) },
    request_id: requestId,
  })

/** `{type: 'error', error: {type, message}, request_id}`, also as the last event of a stream. */
export const anthropicErrors: ErrorShape = {
  status: statusOf,
  body,
  event: (refusal, asked) => `event: error\ndata: ${body(refusal, asked)}\n\n`,
}
