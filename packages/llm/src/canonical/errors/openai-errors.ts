import type { Failure } from '../failure.ts'
import { type Fields, fieldsOf, textOf } from '../../bytes/fields.ts'
import { errorIn, parsedJson, retrySecondsIn } from './google-error.ts'
import { kindOfStatus } from './status.ts'

/** https://platform.openai.com/docs/guides/error-codes */
export const failureOf = (status: number, body: string): Failure =>
  failureIn(status, wordsIn(parsedJson(body)))

/** Google's layer puts the error into a list, as its own dialect does. */
const wordsIn = (body: unknown): Fields => {
  const error = Array.isArray(body) ? errorIn(body) : null
  return error === null ? (fieldsOf(body) ?? {}) : { error }
}

/** The error in a body, a frame or a response that was read already. */
export function failureIn(status: number, fields: Fields): Failure {
  const error = fieldsOf(fields['error']) ?? fields
  const code = textOf(error['code']) ?? textOf(error['type']) ?? textOf(error['status'])
  const retrySeconds = retrySecondsIn(error)
  // Some suppliers put the words where the object should be.
  const message = textOf(error['message']) ?? textOf(fields['error']) ?? textOf(error['detail'])
  return {
    kind: kindOf(statusIn(status, error), code),
    message: message ?? '',
    code,
    parameter: textOf(error['param']),
    ...(retrySeconds === null ? {} : { retrySeconds }),
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
  // Moonshot: https://platform.moonshot.ai/docs/api/chat#error-codes
  ['exceeded_current_quota_error', 'out-of-credit'],
  // Z.ai: https://docs.z.ai/api-reference/api-code
  ['1113', 'out-of-credit'],
  // Alibaba: https://www.alibabacloud.com/help/en/model-studio/error-code
  ['Arrearage', 'out-of-credit'],
  // Volcengine: https://www.volcengine.com/docs/82379/1299023
  ['AccountOverdueError', 'out-of-credit'],
  // One API and its descendants.
  ['insufficient_user_quota', 'out-of-credit'],
  ['RESOURCE_EXHAUSTED', 'rate-limited'],
  ['overloaded_error', 'overloaded'],
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
  'too-large': 'server_error',
}

export const encodeError = (failure: Failure): Fields => ({
  message: failure.message,
  type: typeOf[failure.kind],
  param: failure.parameter,
  code: failure.code,
})

export const encodeFailure = (failure: Failure): string =>
  JSON.stringify({ error: encodeError(failure) })
