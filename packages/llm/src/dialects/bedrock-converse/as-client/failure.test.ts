import { describe, expect, it } from 'vitest'
import { failureNamed, failureOf } from './failure.ts'

describe('an error of Bedrock', () => {
  // https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html
  it.each([
    [400, 'ValidationException', 'invalid-request'],
    [400, 'ServiceQuotaExceededException', 'rate-limited'],
    [403, 'AccessDeniedException', 'permission'],
    [403, 'UnrecognizedClientException', 'authentication'],
    [404, 'ResourceNotFoundException', 'not-found'],
    [408, 'ModelTimeoutException', 'overloaded'],
    [424, 'ModelErrorException', 'overloaded'],
    [429, 'ThrottlingException', 'rate-limited'],
    [500, 'InternalServerException', 'overloaded'],
    [503, 'ServiceUnavailableException', 'overloaded'],
  ])('%d %s', (status, code, kind) => {
    const headers = { 'x-amzn-errortype': `${code}:http://internal.amazon.com/coral/` }
    expect(failureOf(status, '{"message":"In words"}', headers)).toEqual({
      kind,
      message: 'In words',
      code,
      parameter: null,
    })
  })

  it.each([
    ['ValidationException', 'invalid-request'],
    ['AccessDeniedException', 'permission'],
    ['ResourceNotFoundException', 'not-found'],
    ['ThrottlingException', 'rate-limited'],
    ['ServiceQuotaExceededException', 'rate-limited'],
    ['ModelNotReadyException', 'rate-limited'],
    ['ModelTimeoutException', 'overloaded'],
    ['ModelErrorException', 'overloaded'],
    ['ModelStreamErrorException', 'overloaded'],
    ['InternalServerException', 'overloaded'],
    ['ServiceUnavailableException', 'overloaded'],
    ['UnrecognizedClientException', 'authentication'],
    ['InvalidSignatureException', 'authentication'],
    ['IncompleteSignatureException', 'authentication'],
    ['ExpiredTokenException', 'authentication'],
    ['MissingAuthenticationTokenException', 'authentication'],
  ])('is what its name says, whatever its status: %s', (code, kind) => {
    // As an answer has it and as a stream does, with statuses that mean different kinds.
    const event = `${code.charAt(0).toLowerCase()}${code.slice(1)}`
    const kinds = [400, 503].flatMap((status) => [
      failureNamed(code, '', status).kind,
      failureNamed(event, '', status).kind,
    ])
    expect(kinds).toEqual([kind, kind, kind, kind])
  })

  it('may be named in its body', () => {
    const body = '{"__type":"com.amazon.coral.service#AccessDeniedException","Message":"No"}'
    expect(failureOf(403, body)).toMatchObject({ code: 'AccessDeniedException', message: 'No' })
  })

  it('is what its status says without a name', () => {
    expect(failureOf(403, '{"message":"a"}')).toMatchObject({ kind: 'permission', code: null })
    expect(failureOf(502, '<html>')).toMatchObject({ kind: 'overloaded', message: '' })
  })
})
