import { expect, test } from 'vitest'
import { ChannelSelection } from './channel/channel.ts'
import { ChannelBulkChange, ChannelChange } from './channel/channel-input.ts'
import { TokenBulkChange, TokenChange, TokenSelection } from './token.ts'

test.each([
  ['a channel', ChannelChange],
  ['a token', TokenChange],
])('a change of %s holds what was given and nothing else', (_, schema) => {
  expect(schema.parse({ id: 1, name: 'x' })).toEqual({ id: 1, name: 'x' })
})

test('given fields follow the same rules as on creation', () => {
  expect(ChannelChange.safeParse({ id: 1, weight: 0 }).success).toBe(false)
  expect(TokenChange.safeParse({ id: 1, remain_quota: -1 }).success).toBe(false)
})

test('a bulk change says something', () => {
  expect(ChannelBulkChange.safeParse({}).success).toBe(false)
  expect(TokenBulkChange.safeParse({}).success).toBe(false)
  expect(ChannelBulkChange.parse({ status: 2 })).toEqual({ status: 2 })
})

test.each([
  ['channels', ChannelSelection],
  ['tokens', TokenSelection],
])('a selection of %s is one thing, and a filter with a slip of the pen none', (_, schema) => {
  expect(schema.safeParse({ ids: [] }).success).toBe(false)
  expect(schema.safeParse({ ids: [1], filter: {}, expected: 1 }).success).toBe(false)
  expect(schema.safeParse({ filter: {} }).success).toBe(false)
  expect(schema.safeParse({ filter: { staus: 2 }, expected: 1 }).success).toBe(false)
  expect(schema.safeParse({ filter: { status: 2 }, expected: 1 }).success).toBe(true)
})
