import { CallError } from '@posthouse/contract/client'
import { expect, test } from 'vitest'
import { worthRetrying } from './query-client.ts'

test.each([
  [503, 'foreign', true],
  [0, 'timeout', false],
  [0, 'network', false],
  [0, 'unsettled', false],
  [500, 'internal', false],
])('a read that ended with %s %s is asked again unasked: %s', (status, code, again) => {
  expect(worthRetrying(new CallError('', { status, code }))).toBe(again)
})
