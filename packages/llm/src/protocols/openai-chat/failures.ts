import type { Failure } from '../../failure.ts'
import { fieldsOf, parsedFields, textOf } from '../../parts/fields.ts'
import { kindOfStatus } from '../../parts/status.ts'

/** https://platform.openai.com/docs/guides/error-codes */
export function failureOf(status: number, body: string): Failure {
  const fields = parsedFields(body) ?? {}
  const error = fieldsOf(fields['error']) ?? fields
  const code = textOf(error['code']) ?? textOf(error['type'])
  // Some suppliers put the words where the object should be.
  const message = textOf(error['message']) ?? textOf(fields['error']) ?? textOf(error['detail'])
  return {
    kind: kindOf(status, code),
    message: message ?? '',
    code,
    parameter: textOf(error['param']),
  }
}

const byCode: Readonly<Record<string, Failure['kind']>> = {
  invalid_api_key: 'authentication',
  account_deactivated: 'authentication',
  insufficient_quota: 'out-of-credit',
  billing_not_active: 'out-of-credit',
  billing_hard_limit_reached: 'out-of-credit',
  rate_limit_exceeded: 'rate-limited',
  content_filter: 'content-refused',
  model_not_found: 'not-found',
}

const kindOf = (status: number, code: string | null): Failure['kind'] =>
  (code === null ? undefined : byCode[code]) ?? kindOfStatus(status)

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

export const encodeFailure = (failure: Failure): string =>
  JSON.stringify({
    error: {
      message: failure.message,
      type: typeOf[failure.kind],
      param: failure.parameter,
      code: failure.code,
    },
  })
