import type { Refusal } from '@posthouse/contract/refusal'
import { waitMsOf } from '../../http/retry-headers.ts'
import type { ErrorContext, ErrorShape } from './surface.ts'

/** https://ai.google.dev/gemini-api/docs/troubleshooting and google.rpc.Code */
const nameOfStatus: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

const nameOf = ({ status }: Refusal): string =>
  nameOfStatus[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'INVALID_ARGUMENT')

function body(refusal: Refusal, { language }: ErrorContext): string {
  const wait = waitMsOf(refusal)
  const retry =
    wait === null
      ? []
      : [
          {
            '@type': 'type.googleapis.com/google.rpc.RetryInfo',
            retryDelay: `${wait / 1_000}s`,
          },
        ]
  const reason = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: refusal.code.replaceAll(/[.-]/g, '_').toUpperCase(),
    domain: 'posthouse',
  }
  const { status } = refusal
  const message = refusal.text(language)
  return JSON.stringify({
    error: { code: status, message, status: nameOf(refusal), details: [reason, ...retry] },
  })
}

/**
 * `{error: {code, message, status, details}}`. In a stream it follows the last frame without `data:`, because Google's clients read
 * `data: {"error"…` as an empty answer.
 */
export const geminiErrors: ErrorShape = {
  body,
  event: body,
}

/** Without server-sent events, errors are list elements too. */
export const geminiListErrors: ErrorShape = {
  body: (refusal, asked) => `[${body(refusal, asked)}]`,
  event: body,
}
