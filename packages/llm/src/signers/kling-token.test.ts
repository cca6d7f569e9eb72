import { expect, test } from 'vitest'
import { klingToken } from './kling-token.ts'

test('a key of Kling signs a token of half an hour', () => {
  const call = {
    url: new URL('https://api-singapore.klingai.com'),
    method: 'GET',
    headers: {},
    body: null,
  }
  const { authorization = '' } = klingToken(call, 'access|secret', 1_700_000_000_000)
  const [head = '', claims = '', proof] = authorization.replace('Bearer ', '').split('.')
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(read(claims)).toEqual({ iss: 'access', exp: 1_700_001_800, nbf: 1_699_999_995 })
  expect(proof).toMatch(/^[\w-]{43}$/)
  expect(klingToken(call, 'one-key', 0)).toEqual({ authorization: 'Bearer one-key' })
})
