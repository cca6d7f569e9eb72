import { describe, expect, it } from 'vitest'
import { sigV4, signingKey } from './sig-v4.ts'

/* The published suite: https://docs.aws.amazon.com/general/latest/gr/signature-v4-test-suite.html */

const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const credentials = { id: 'AKIDEXAMPLE', secret, region: 'us-east-1', session: '' }
const now = Date.parse('2015-08-30T12:36:00Z')
const sign = (method: string, path: string, form = '', session = ''): string | undefined => {
  const headers: Record<string, string> =
    form === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const body = form === '' ? null : Buffer.from(form)
  const url = new URL(`https://example.amazonaws.com${path}`)
  const call = { method, url, headers: { ...headers, 'user-agent': 'posthouse' }, body }
  return sigV4(call, 'service', { ...credentials, session }, now)['authorization']
}
const signed = (headers: string, signature: string): string =>
  `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${headers}, Signature=${signature}`

it('derives the key as AWS documents it', () => {
  // https://docs.aws.amazon.com/general/latest/gr/sigv4-calculate-signature.html
  const key = signingKey(secret, ['20150830', 'us-east-1', 'iam', 'aws4_request'])
  expect(key.toString('hex')).toBe(
    'c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9',
  )
})

describe('a call is signed as the suite has it', () => {
  it.each([
    [
      'get-vanilla',
      sign('GET', '/'),
      signed('host;x-amz-date', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'),
    ],
    [
      'get-vanilla-query-order-key-case',
      sign('GET', '/?Param2=value2&Param1=value1'),
      signed('host;x-amz-date', 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500'),
    ],
    [
      'post-vanilla',
      sign('POST', '/'),
      signed('host;x-amz-date', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'),
    ],
    [
      'post-x-www-form-urlencoded',
      sign('POST', '/', 'Param1=value1'),
      signed(
        'content-type;host;x-amz-date',
        'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
      ),
    ],
  ])('%s', (_, made, published) => expect(made).toBe(published))
})

it('signs the token of a session with it', () => {
  expect(sign('GET', '/', '', 'the-token')).toContain(
    'SignedHeaders=host;x-amz-date;x-amz-security-token,',
  )
})

it('tells the signs of a path apart', () => {
  expect(sign('GET', '/a%3Ab')).not.toBe(sign('GET', '/a:b'))
})

it('takes blanks around a header as none, and several inside as one', () => {
  const url = new URL('https://example.amazonaws.com/')
  const signedWith = (value: string): string | undefined => {
    const call = { method: 'GET', url, headers: { 'x-amz-meta': value }, body: null }
    return sigV4(call, 'service', credentials, now)['authorization']
  }
  expect(signedWith('  a   b  c ')).toBe(signedWith('a b c'))
  expect(signedWith('a b c')).not.toBe(signedWith('abc'))
})
