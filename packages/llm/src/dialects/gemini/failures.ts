import type { Failure } from '../../canonical/failure.ts'
import { type Fields, fieldsOf, listOf, numberOf, objectsIn, textOf } from '../../bytes/fields.ts'
import {
  detailOf,
  errorIn,
  googleTypes,
  parsedJson,
  retrySecondsIn,
} from '../../canonical/errors/google-error.ts'
import { kindOfStatus } from '../../canonical/errors/status.ts'

/*
 * `google.rpc.Status` in an `error`: https://cloud.google.com/apis/design/errors,
 * https://ai.google.dev/gemini-api/docs/troubleshooting.
 */

export function failureOf(status: number, body: string): Failure {
  const error = errorIn(parsedJson(body)) ?? {}
  const details = objectsIn(error['details'])
  const reason = textOf(detailOf(details, 'ErrorInfo')?.['reason'])
  const name = textOf(error['status'])
  const violation = fieldsOf(listOf(detailOf(details, 'BadRequest')?.['fieldViolations'])[0])
  const retrySeconds = retrySecondsIn(error)
  return {
    kind: kindOf(reason, name, numberOf(error['code']) ?? status),
    message: textOf(error['message']) ?? '',
    code: reason ?? name,
    parameter: textOf(violation?.['field']),
    ...(retrySeconds === null ? {} : { retrySeconds }),
  }
}

/** `ErrorInfo.reason`, which says more than the status: the vendor calls a wrong key INVALID_ARGUMENT. */
const byReason: ReadonlyMap<string, Failure['kind']> = new Map([
  ['API_KEY_INVALID', 'authentication'],
  ['API_KEY_EXPIRED', 'authentication'],
  ['ACCESS_TOKEN_EXPIRED', 'authentication'],
  ['BILLING_DISABLED', 'out-of-credit'],
  ['CONSUMER_SUSPENDED', 'permission'],
  ['SERVICE_DISABLED', 'permission'],
  ['RATE_LIMIT_EXCEEDED', 'rate-limited'],
])

const byStatus: ReadonlyMap<string, Failure['kind']> = new Map([
  ['INVALID_ARGUMENT', 'invalid-request'],
  ['OUT_OF_RANGE', 'invalid-request'],
  ['UNIMPLEMENTED', 'invalid-request'],
  // The account may not be used from where it is, or not without billing.
  ['FAILED_PRECONDITION', 'permission'],
  ['UNAUTHENTICATED', 'authentication'],
  ['PERMISSION_DENIED', 'permission'],
  ['NOT_FOUND', 'not-found'],
  ['RESOURCE_EXHAUSTED', 'rate-limited'],
  ['UNAVAILABLE', 'overloaded'],
  ['DEADLINE_EXCEEDED', 'overloaded'],
  ['INTERNAL', 'overloaded'],
])

function kindOf(reason: string | null, name: string | null, status: number): Failure['kind'] {
  return byReason.get(reason ?? '') ?? byStatus.get(name ?? '') ?? kindOfStatus(status)
}

const statusOf: Readonly<Record<Failure['kind'], readonly [number, string]>> = {
  'invalid-request': [400, 'INVALID_ARGUMENT'],
  authentication: [401, 'UNAUTHENTICATED'],
  permission: [403, 'PERMISSION_DENIED'],
  'not-found': [404, 'NOT_FOUND'],
  'rate-limited': [429, 'RESOURCE_EXHAUSTED'],
  'out-of-credit': [402, 'FAILED_PRECONDITION'],
  overloaded: [503, 'UNAVAILABLE'],
  'content-refused': [400, 'INVALID_ARGUMENT'],
  broken: [500, 'INTERNAL'],
  'too-large': [500, 'INTERNAL'],
}

export function encodeFailure(failure: Failure): string {
  const { code: own, message, parameter, retrySeconds } = failure
  const [code, status] = statusOf[failure.kind]
  const details = [
    ...(own === null || own === status
      ? []
      : [detail('ErrorInfo', { reason: own, domain: 'posthouse' })]),
    ...(parameter === null
      ? []
      : [detail('BadRequest', { fieldViolations: [{ field: parameter, description: message }] })]),
    ...(retrySeconds === undefined
      ? []
      : [detail('RetryInfo', { retryDelay: `${retrySeconds}s` })]),
  ]
  return JSON.stringify({
    error: { code, message, status, ...(details.length === 0 ? {} : { details }) },
  })
}

const detail = (type: string, fields: Fields): Fields => ({
  '@type': `${googleTypes}${type}`,
  ...fields,
})
