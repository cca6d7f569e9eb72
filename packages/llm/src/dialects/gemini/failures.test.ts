import { describe, expect, it } from 'vitest'
import type { Failure } from '../../canonical/failure.ts'
import { encodeFailure, failureOf } from './failures.ts'

const statusBody = (error: object): string => JSON.stringify({ error })
const type = 'type.googleapis.com/google.rpc.'

describe('a failure', () => {
  it.each([
    [400, 'INVALID_ARGUMENT', 'invalid-request'],
    [400, 'FAILED_PRECONDITION', 'permission'],
    [401, 'UNAUTHENTICATED', 'authentication'],
    [403, 'PERMISSION_DENIED', 'permission'],
    [404, 'NOT_FOUND', 'not-found'],
    [429, 'RESOURCE_EXHAUSTED', 'rate-limited'],
    [500, 'INTERNAL', 'overloaded'],
    [503, 'UNAVAILABLE', 'overloaded'],
    [504, 'DEADLINE_EXCEEDED', 'overloaded'],
  ] as const)('%i %s is %s', (code, status, kind) => {
    const body = statusBody({ code, message: 'm', status })
    expect(failureOf(code, body)).toEqual({ kind, message: 'm', code: status, parameter: null })
    // In a stream the only status there is stands in the body.
    expect(failureOf(200, statusBody({ code, message: 'm' })).kind).not.toBe('broken')
  })

  it('of a key is one of the key, although the vendor calls it an argument', () => {
    const body = statusBody({
      code: 400,
      message: 'API key not valid. Please pass a valid API key.',
      status: 'INVALID_ARGUMENT',
      details: [
        { '@type': `${type}ErrorInfo`, reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
      ],
    })
    expect(failureOf(400, body)).toMatchObject({ kind: 'authentication', code: 'API_KEY_INVALID' })
  })

  it('says which field and when to try again', () => {
    const body = statusBody({
      code: 400,
      message: 'm',
      status: 'INVALID_ARGUMENT',
      details: [
        {
          '@type': `${type}BadRequest`,
          fieldViolations: [{ field: 'generation_config.top_k', description: 'm' }],
        },
        { '@type': `${type}RetryInfo`, retryDelay: '53s' },
      ],
    })
    expect(failureOf(400, body)).toMatchObject({
      parameter: 'generation_config.top_k',
      retrySeconds: 53,
    })
  })

  it('is read out of a list, and out of what is no JSON at all', () => {
    const body = `[${statusBody({ code: 429, message: 'm', status: 'RESOURCE_EXHAUSTED' })}]`
    expect(failureOf(429, body)).toMatchObject({ kind: 'rate-limited', message: 'm' })
    expect(failureOf(502, '<html>')).toMatchObject({ kind: 'overloaded', message: '' })
    expect(failureOf(400, '[')).toMatchObject({ kind: 'invalid-request' })
  })

  it('is written so that it means the same', () => {
    const kinds: readonly Failure['kind'][] = [
      'invalid-request',
      'authentication',
      'permission',
      'not-found',
      'rate-limited',
      'overloaded',
    ]
    for (const kind of kinds) {
      const failure: Failure = { kind, message: 'm', code: 'own', parameter: 'p', retrySeconds: 2 }
      expect(failureOf(200, encodeFailure(failure))).toEqual(failure)
    }
    expect(encodeFailure({ kind: 'broken', message: 'm', code: null, parameter: null })).toBe(
      '{"error":{"code":500,"message":"m","status":"INTERNAL"}}',
    )
  })
})
