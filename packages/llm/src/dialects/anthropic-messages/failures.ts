import type { Failure } from '../../canonical/failure.ts'
import { entryOf, fieldsOf, parsedFields, textOf } from '../../bytes/fields.ts'
import { kindOfStatus } from '../../canonical/errors/status.ts'

/** https://platform.claude.com/docs/en/api/errors: `{type:'error', error:{type, message}, request_id}`. */
export function failureOf(status: number, body: string): Failure {
  const fields = parsedFields(body) ?? {}
  const error = fieldsOf(fields['error']) ?? fields
  const code = textOf(error['type'])
  const message = textOf(error['message']) ?? textOf(fields['error']) ?? ''
  return { kind: kindOf(status, code, message), message, code, parameter: null }
}

const byType: Readonly<Record<string, Failure['kind']>> = {
  invalid_request_error: 'invalid-request',
  authentication_error: 'authentication',
  billing_error: 'out-of-credit',
  permission_error: 'permission',
  not_found_error: 'not-found',
  request_too_large: 'invalid-request',
  rate_limit_error: 'rate-limited',
  timeout_error: 'overloaded',
  overloaded_error: 'overloaded',
}

/** An empty account is told as an invalid request. These words are its first: no caller makes it say them. */
const creditWords = 'Your credit balance is too low'

function kindOf(status: number, code: string | null, message: string): Failure['kind'] {
  if (message.startsWith(creditWords)) return 'out-of-credit'
  // `api_error` is the one type that says nothing: the status decides.
  return entryOf(byType, code) ?? kindOfStatus(status)
}

const typeOf: Readonly<Record<Failure['kind'], string>> = {
  'invalid-request': 'invalid_request_error',
  authentication: 'authentication_error',
  permission: 'permission_error',
  'not-found': 'not_found_error',
  'rate-limited': 'rate_limit_error',
  'out-of-credit': 'billing_error',
  overloaded: 'overloaded_error',
  'content-refused': 'invalid_request_error',
  broken: 'api_error',
  'too-large': 'api_error',
}

/** Clients decide by the type, so a code that is one of the dialect's own stays. */
export const encodeFailure = ({ kind, code, message }: Failure): string =>
  JSON.stringify({
    type: 'error',
    error: { type: code !== null && ownTypes.has(code) ? code : typeOf[kind], message },
  })

const ownTypes = new Set([...Object.keys(byType), 'api_error'])
