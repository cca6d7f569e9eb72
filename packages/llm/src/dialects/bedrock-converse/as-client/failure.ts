import type { Failure } from '../../../canonical/failure.ts'
import { entryOf, parsedFields, textOf } from '../../../bytes/fields.ts'
import { kindOfStatus } from '../../../canonical/errors/status.ts'

/*
 * An error is named in a header, or by the event that it is in a stream; its body is `{message}`:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html
 */

export function failureOf(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Failure {
  const fields = parsedFields(body) ?? {}
  const named = headers['x-amzn-errortype'] ?? textOf(fields['__type'])
  const code = named === null ? null : plainName(named)
  const message = textOf(fields['message']) ?? textOf(fields['Message']) ?? ''
  return failureNamed(code, message, status)
}

/** `com.amazon.coral.service#AccessDeniedException:http://…` as `AccessDeniedException`. */
const plainName = (name: string): string => name.replace(/:.*$/s, '').replace(/^.*#/s, '')

/** An error by its name, which begins with a small letter where it is an event. */
export const failureNamed = (code: string | null, message: string, status: number): Failure => ({
  kind: entryOf(kinds, code === null ? null : code.toLowerCase()) ?? kindOfStatus(status),
  message,
  code,
  parameter: null,
})

const kinds: Readonly<Record<string, Failure['kind']>> = {
  validationexception: 'invalid-request',
  accessdeniedexception: 'permission',
  resourcenotfoundexception: 'not-found',
  throttlingexception: 'rate-limited',
  servicequotaexceededexception: 'rate-limited',
  modelnotreadyexception: 'rate-limited',
  modeltimeoutexception: 'overloaded',
  modelerrorexception: 'overloaded',
  modelstreamerrorexception: 'overloaded',
  internalserverexception: 'overloaded',
  serviceunavailableexception: 'overloaded',
  // Of the signature: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html
  unrecognizedclientexception: 'authentication',
  invalidsignatureexception: 'authentication',
  incompletesignatureexception: 'authentication',
  expiredtokenexception: 'authentication',
  missingauthenticationtokenexception: 'authentication',
}
