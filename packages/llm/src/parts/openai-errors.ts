import type { Failure } from '../failure.ts'
import { type Fields, fieldsOf, parsedFields, textOf } from './fields.ts'
import { kindOfStatus } from './status.ts'

/** https://platform.openai.com/docs/guides/error-codes */
export const failureOf = (status: number, body: string): Failure =>
  failureIn(status, parsedFields(body) ?? {})

/** The error in a body, a frame or a response that was read already. */
export function failureIn(status: number, fields: Fields): Failure {
  const error = fieldsOf(fields['error']) ?? fields
  const code = textOf(error['code']) ?? textOf(error['type'])
  // Some suppliers put the words where the object should be.
  const message = textOf(error['message']) ?? textOf(fields['error']) ?? textOf(error['detail'])
  return {
    kind: kindOf(statusIn(status, error), code),
    message: message ?? '',
    code,
    parameter: textOf(error['param']),
  }
}

/** OpenRouter's `code` is a status, also where an answer should be: https://openrouter.ai/docs/api-reference/errors. */
function statusIn(status: number, error: Fields): number {
  const { code } = error
  return status < 400 && typeof code === 'number' && code >= 400 && code < 600 ? code : status
}

/** Of chat completions, and of the `error` of a response: a word of theirs may be `constructor`. */
const byCode = new Map<string, Failure['kind']>([
  ['invalid_api_key', 'authentication'],
  ['account_deactivated', 'authentication'],
  ['insufficient_quota', 'out-of-credit'],
  ['billing_not_active', 'out-of-credit'],
  ['billing_hard_limit_reached', 'out-of-credit'],
  ['rate_limit_exceeded', 'rate-limited'],
  ['server_is_overloaded', 'overloaded'],
  ['slow_down', 'overloaded'],
  ['model_not_found', 'not-found'],
  ['invalid_prompt', 'invalid-request'],
  ['context_length_exceeded', 'invalid-request'],
  ['invalid_image_url', 'invalid-request'],
  ['failed_to_download_image', 'invalid-request'],
  ['content_filter', 'content-refused'],
  ['bio_policy', 'content-refused'],
  ['misalignment_policy_violation', 'content-refused'],
  ['image_content_policy_violation', 'content-refused'],
])

const kindOf = (status: number, code: string | null): Failure['kind'] =>
  (code === null ? undefined : byCode.get(code)) ?? kindOfStatus(status)

const typeOf: Readonly<Record<Failure['kind'], string>> = {
  'invalid-request': 'invalid_request_error',
  authentication: 'invalid_request_error',
  permission: 'invalid_request_error',
  'not-found': 'invalid_request_error',
  'rate-limited': 'requests',
  'out-of-credit': 'insufficient_quota',
  overloaded: 'server_error',
  'content-refused': 'invalid_request_error',
  broken: 'server_error',
}

export const encodeError = (failure: Failure): Fields => ({
  message: failure.message,
  type: typeOf[failure.kind],
  param: failure.parameter,
  code: failure.code,
})

export const encodeFailure = (failure: Failure): string =>
  JSON.stringify({ error: encodeError(failure) })
