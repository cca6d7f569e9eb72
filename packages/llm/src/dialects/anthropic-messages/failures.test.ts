import { describe, expect, it } from 'vitest'
import { encodeFailure, failureOf } from './failures.ts'

const body = (type: string, message = 'no') =>
  JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' })

describe('errors', () => {
  it.each([
    [400, 'invalid_request_error', 'invalid-request'],
    [401, 'authentication_error', 'authentication'],
    [402, 'billing_error', 'out-of-credit'],
    [403, 'permission_error', 'permission'],
    [404, 'not_found_error', 'not-found'],
    [413, 'request_too_large', 'invalid-request'],
    [429, 'rate_limit_error', 'rate-limited'],
    [500, 'api_error', 'overloaded'],
    [200, 'api_error', 'broken'],
    [504, 'timeout_error', 'overloaded'],
    [529, 'overloaded_error', 'overloaded'],
    [418, 'constructor', 'invalid-request'],
  ])('%i %s is %s', (status, type, kind) => {
    const failure = failureOf(status, body(type))
    expect(failure).toEqual({ kind, message: 'no', code: type, parameter: null })
  })

  it('keep their type on the way through', () => {
    for (const type of ['request_too_large', 'timeout_error', 'overloaded_error', 'api_error']) {
      expect(encodeFailure(failureOf(500, body(type)))).toBe(
        JSON.stringify({ type: 'error', error: { type, message: 'no' } }),
      )
    }
  })

  it('of others get the type that clients of the dialect decide by', () => {
    const failure = {
      kind: 'out-of-credit',
      message: 'm',
      code: 'insufficient_quota',
      parameter: null,
    } as const
    expect(encodeFailure(failure)).toContain('"billing_error"')
  })

  it('tell an empty account by its first words, which nobody can make them say', () => {
    const words = 'Your credit balance is too low to access the Anthropic API.'
    expect(failureOf(400, body('invalid_request_error', words)).kind).toBe('out-of-credit')
    expect(failureOf(400, body('invalid_request_error', `messages: ${words}`)).kind).toBe(
      'invalid-request',
    )
  })

  it('may be no JSON', () => {
    expect(failureOf(502, '<html>')).toMatchObject({ kind: 'overloaded', message: '' })
  })
})
