import type { Failure } from '../../canonical/failure.ts'
import { type Fields, fieldsOf, parsedFields, textOf } from '../../bytes/fields.ts'
import { kindOfStatus } from '../../canonical/errors/status.ts'

/** `{"detail": {"status": "quota_exceeded", "message": …}}`: https://elevenlabs.io/docs/developers/resources/error-messages. */
export const failureIn = (answer: Fields): Failure | null =>
  (answer['detail'] ?? null) === null ? null : failureFrom(200, answer)

export const failureOf = (status: number, body: string): Failure =>
  failureFrom(status, parsedFields(body) ?? {})

const kinds: Readonly<Record<string, Failure['kind']>> = {
  invalid_api_key: 'authentication',
  missing_permissions: 'permission',
  quota_exceeded: 'out-of-credit',
  too_many_concurrent_requests: 'rate-limited',
  system_busy: 'overloaded',
  voice_not_found: 'not-found',
  model_not_found: 'not-found',
}

function failureFrom(status: number, answer: Fields): Failure {
  const detail = fieldsOf(answer['detail']) ?? {}
  const code = textOf(detail['status']) ?? textOf(detail['code'])
  return {
    kind: kinds[code ?? ''] ?? kindOfStatus(status),
    message: textOf(detail['message']) ?? textOf(answer['detail']) ?? '',
    code,
    parameter: null,
  }
}
