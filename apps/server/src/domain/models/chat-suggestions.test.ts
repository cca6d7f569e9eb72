import { expect, test } from 'vitest'
import { plainChannel } from '../channels/testing/plain-channel.ts'
import type { HealthView } from '../channels/health.ts'
import { microQuota, priceBook } from '../pricing/price-book.ts'
import { chatSuggestions, modelToTest } from './chat-suggestions.ts'
import { modelBook } from './model-facts.ts'

const priced = (model: string, amount: bigint) =>
  ({
    model,
    type: 'tokens',
    channelType: 0,
    lines: [
      { bucket: 'input', unit: 'token', amount: microQuota(amount), fromInputTokens: 0 },
      // The price of another tier says nothing about the usual one.
      { bucket: 'output', unit: 'token', amount: microQuota(0n), fromInputTokens: 0, tier: 'flex' },
    ],
  }) as const

const snapshot = {
  models: modelBook([], []),
  settings: { UnpricedModels: 'refuse' },
  prices: priceBook(1n, [
    priced('a-embedding', 1n),
    priced('b-dear', 9n),
    priced('c-cheap', 2n),
    priced('sandbox/chat', 1n),
  ]),
} as const
const key = { id: 1n, secret: 'x', enabled: true }
const real = {
  ...plainChannel,
  keys: [key],
  models: ['a-embedding', 'b-dear', 'c-cheap', 'd-free', 'e*'],
}
const sandbox = { ...plainChannel, id: 2n, type: 900, keys: [key], models: ['sandbox/chat'] }
const served = [
  ...real.models.map((id) => ({ id, channels: [real] })),
  { id: 'sandbox/chat', channels: [sandbox] },
]
const healthy: HealthView = { stateOf: () => 'healthy' }
const suggested = (known: Partial<Parameters<typeof chatSuggestions>[1]> = {}) =>
  chatSuggestions(served, { snapshot, health: healthy, succeeded: [], now: 0, ...known })

test('the cheapest priced chat model comes first, and the sandbox last', () => {
  expect(suggested()).toEqual(['c-cheap', 'b-dear', 'sandbox/chat'])
})

test('what succeeded last comes before what is cheaper', () => {
  expect(suggested({ succeeded: ['b-dear', 'c-cheap'] })).toEqual([
    'b-dear',
    'c-cheap',
    'sandbox/chat',
  ])
})

test('a model that cools down everywhere is not suggested', () => {
  const health: HealthView = {
    stateOf: ({ model }) => (model === 'c-cheap' ? 'cooling' : 'healthy'),
  }
  expect(suggested({ health })).toEqual(['b-dear', 'sandbox/chat'])
})

test('a channel is tested with its cheapest chat model, else with its first', () => {
  expect(modelToTest(real, { snapshot, now: 0 })).toBe('c-cheap')
  expect(modelToTest({ ...real, models: ['x*', 'a-embedding'] }, { snapshot, now: 0 })).toBe(
    'a-embedding',
  )
  expect(
    modelToTest({ ...real, models: ['a-embedding', 'y', 'd-free'] }, { snapshot, now: 0 }),
  ).toBe('y')
  expect(modelToTest({ ...real, testModel: 'mine' }, { snapshot, now: 0 })).toBe('mine')
})
