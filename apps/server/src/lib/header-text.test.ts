import { assert, property, string } from 'fast-check'
import { ServerResponse, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { headerText } from './header-text.ts'

it.each([
  ['a, b', 'a, b'],
  ['参数', '%E5%8F%82%E6%95%B0'],
  ['a\r\nset-cookie: b', 'a%0D%0Aset-cookie: b'],
  ['\ud83d', '%EF%BF%BD'],
  ['x'.repeat(5_000), 'x'.repeat(1_024)],
  [`${'x'.repeat(1_020)}参`, 'x'.repeat(1_020)],
])('%j is written as %j', (text, value) => {
  expect(headerText(text)).toBe(value)
})

it('is a value that Node writes, whatever the text', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  assert(
    property(string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      response.setHeader('x-any', headerText(text))
      expect(headerText(text).length).toBeLessThanOrEqual(1_024)
    }),
  )
})
