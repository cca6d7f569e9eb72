import {
  type Arbitrary,
  assert as check,
  array,
  constantFrom,
  integer,
  property,
  record,
} from 'fast-check'
import { expect, test } from 'vitest'
import type { Channel } from '../../../domain/channels/channel.ts'
import { createHealth, type Health } from '../../../domain/channels/health.ts'
import { pathTarget } from '../../../domain/channels/explain/path-target.ts'
import { explain } from '../../../domain/channels/explain/explain.ts'
import { seedOf } from '../../../domain/channels/seed-of.ts'
import { plainChannel } from '../../../domain/channels/testing/plain-channel.ts'
import { modelBook } from '../../../domain/models/model-facts.ts'
import { microQuota, priceBook } from '../../../domain/pricing/price-book.ts'
import { route } from '../../3-route.ts'

const clock = { now: () => 1_000_000, monotonic: () => 1_000 }
const line = { unit: 'token', amount: microQuota(1_000_000n), fromInputTokens: 0 } as const
const prices = priceBook(1n, [
  { model: 'm', type: 'tokens', channelType: 0, lines: [{ bucket: 'input', ...line }] },
  { model: 'upstream-m', type: 'tokens', channelType: 0, lines: [{ bucket: 'input', ...line }] },
])

const drawnChannel = record({
  priority: integer({ min: 0, max: 2 }),
  weight: integer({ min: 1, max: 9 }),
  keys: integer({ min: 1, max: 3 }),
  dead: integer({ min: 0, max: 3 }),
  models: constantFrom(['m'], ['m*'], ['other']),
  groups: constantFrom(['default'], ['vip']),
  type: constantFrom(8, 14, 24),
  mapped: constantFrom('m', 'upstream-m', 'unpriced'),
})

type Drawn = typeof drawnChannel extends Arbitrary<infer T> ? T : never

const settings = { UnpricedModels: 'refuse' } as const
const models = modelBook([], [])
const asked = pathTarget('/v1/chat/completions')
const question = {
  model: 'm',
  group: 'default',
  asked,
  modelsAllowed: [],
  pin: null,
  stopped: null,
}

function channelFrom(one: Drawn, index: number, health: Health): Channel {
  const id = BigInt(index + 1)
  const keys = Array.from({ length: one.keys }, (_, at) => ({
    id: id * 10n + BigInt(at),
    secret: 's',
    enabled: true,
  }))
  for (const key of keys.slice(0, one.dead)) {
    health.failed(
      { channelId: id, keyId: key.id, model: one.mapped },
      { opensAtOnce: true, retryAfterMs: 30_000, reason: 'rate-limited' },
    )
  }
  const mapping = new Map([['m', { forwarded: one.mapped, priceRequested: false }]])
  const { priority, weight, models: served, groups, type } = one
  const plain = { ...plainChannel, priority, weight, groups, type }
  return { ...plain, id, name: `c${id}`, models: served, keys, mapping }
}

/** Where a call with this id is sent, in order: channel and position of the key. */
function routed(id: string, known: object, health: Health): unknown[] {
  const { candidates } = route(
    { health },
    { incoming: { id }, surface: { operation: 'chat' }, snapshot: known } as never,
    { group: { symbol: 'default' }, token: { limits: { models: [] } }, pin: null } as never,
    { model: 'm', hasTools: false, turn: null, sessionSeed: null } as never,
  )
  return candidates.map(({ channel, key }) => [
    Number(channel.id),
    channel.keys.findIndex((each) => each.id === key.id) + 1,
  ])
}

test('the first candidate is the first that a call is routed to, under the same lots', () => {
  check(
    property(
      array(drawnChannel, { minLength: 1, maxLength: 6 }),
      integer({ min: 0, max: 0xff_ff_ff_ff }),
      (drawn, lot) => {
        const health = createHealth(clock, () => 60)
        const channels = drawn.map((one, index) => channelFrom(one, index, health))
        const known = { channels, prices, settings, models }
        const id = `request-${lot.toString(16).padStart(8, '0')}`
        const conditions = { health, seed: seedOf(id), now: clock.now() }
        const { candidates, rejected } = explain(known, question, conditions)
        if (candidates.length === 0) expect(() => routed(id, known, health)).toThrow()
        else {
          const order = candidates.map(({ channel_id: at, key }) => [at, key])
          expect(order).toEqual(routed(id, known, health))
        }
        // Every channel is on one of the two lists.
        const named = [...candidates, ...rejected].map((one) => one.channel_id)
        expect(new Set(named).size).toBe(channels.length)
      },
    ),
  )
})

test('shares are the weights within a priority, and cooling keys have their time left', () => {
  const health = createHealth(clock, () => 60)
  health.failed(
    { channelId: 1n, keyId: 11n, model: 'm' },
    { opensAtOnce: true, retryAfterMs: 30_000, reason: 'rate-limited' },
  )
  const keysOf = (...ids: bigint[]) => ids.map((id) => ({ id, secret: 's', enabled: id !== 12n }))
  const base = { ...plainChannel, models: ['m'] }
  const channels = [
    { ...base, id: 1n, name: 'one', weight: 3, keys: keysOf(10n, 11n, 12n) },
    { ...base, id: 2n, name: 'two', weight: 1, keys: keysOf(20n) },
    { ...base, id: 3n, name: 'three', priority: 5, keys: keysOf(30n) },
  ]
  const explained = explain(
    { channels, prices, settings, models },
    { ...question, asked: pathTarget('/v1/messages') },
    { health, seed: 1, now: clock.now() },
  )
  const shares = Object.fromEntries(explained.candidates.map((one) => [one.channel, one.share]))
  expect(shares).toEqual({ one: 0.75, two: 0.25, three: 1 })
  expect(explained.candidates[0]).toMatchObject({
    channel: 'three',
    translation: { from: 'anthropic-messages', to: 'openai-chat' },
  })
  expect(explained.rejected).toEqual([
    {
      channel_id: 1,
      channel: 'one',
      key: 2,
      reason: 'key-cooling',
      seconds_left: 30,
      failure: 'rate-limited',
    },
    { channel_id: 1, channel: 'one', key: 3, reason: 'key-disabled', seconds_left: 0, failure: '' },
  ])
})
