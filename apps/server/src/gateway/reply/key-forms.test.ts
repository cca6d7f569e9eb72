import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { keyIn } from './key-forms.ts'

const presented = (headers: Record<string, string>, url = '/v1/models') =>
  keyIn({ headers, url } as unknown as IncomingMessage)

test.each([
  ['as OpenAI clients send it', { authorization: 'Bearer sk-abc' }],
  ['without `sk-`', { authorization: 'Bearer abc' }],
  ['without `Bearer`', { authorization: 'sk-abc' }],
  ['without either', { authorization: 'abc' }],
  ['as Anthropic clients send it', { 'x-api-key': 'sk-abc' }],
  ['as Gemini clients send it', { 'x-goog-api-key': 'abc' }],
  ['as Azure clients send it', { 'api-key': 'sk-abc' }],
  ['as Midjourney clients send it', { 'mj-api-secret': 'abc' }],
  ['beside what a proxy asks for', { authorization: 'Basic dTpw', 'api-key': 'abc' }],
  ['rather than a word alone', { authorization: 'other', 'x-api-key': 'sk-abc' }],
] as const)('finds a key %s', (_, headers) => {
  expect(presented(headers)).toEqual({ key: 'sk-abc', pin: null })
})

test('finds a key in the address', () => {
  expect(presented({}, '/v1beta/models?key=abc')).toEqual({ key: 'sk-abc', pin: null })
})

test.each([[{}], [{ authorization: '' }], [{ authorization: 'Basic dTpw' }], [{ 'api-key': '' }]])(
  'finds none in %j',
  (headers) => {
    expect(presented(headers)).toBeNull()
  },
)

test('finds the channel that the key is pinned to', () => {
  const pin = { kind: 'except', channelId: 12n }
  expect(presented({ authorization: 'abc#!12' })).toEqual({ key: 'sk-abc', pin })
})
