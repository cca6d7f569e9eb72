import { expect, it } from 'vitest'
import { decodeRequest } from './request.ts'

it.each([
  [{ max_tokens: 9, max_completion_tokens: 7 }, 7],
  [{ max_tokens: 7, max_completion_tokens: 9 }, 7],
  [{ max_tokens: 7, max_completion_tokens: null }, 7],
  [{ max_completion_tokens: 9 }, 9],
  [{}, null],
])('of the limits %j the smaller one counts', (limits, expected) => {
  const read = decodeRequest({ model: 'm', messages: [], ...limits })
  expect(read.ok && read.value.outputLimit).toBe(expected)
})
