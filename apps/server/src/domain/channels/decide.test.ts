import { assert as check, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Channel } from './channel.ts'
import { decide, type Plan, type RoutingFacts, routingTable } from './decide.ts'
import type { CircuitState } from './health.ts'
import { plainChannel } from './testing/plain-channel.ts'

let lastChannel = 0n
const channel = (changes: Partial<Channel>): Channel => {
  lastChannel += 1n
  return {
    ...plainChannel,
    id: lastChannel,
    name: `channel ${lastChannel}`,
    baseUrl: 'https://supplier.example',
    keys: [{ id: lastChannel * 100n, secret: 's', enabled: true }],
    ...changes,
  }
}

const facts: RoutingFacts = {
  model: 'm-1',
  group: 'default',
  modelsAllowed: [],
  hasTools: false,
  operation: 'chat',
  does: () => true,
  pin: null,
  bound: null,
}
const plan = (
  channels: readonly Channel[],
  asked: Partial<RoutingFacts> = {},
  stateOf: (channelId: bigint) => CircuitState = () => 'healthy',
  seed = 1,
): Plan =>
  decide({ ...facts, ...asked }, routingTable(channels), {
    health: { stateOf: ({ channelId }) => stateOf(channelId) },
    seed,
  })
const idsOf = ({ candidates }: Plan): bigint[] =>
  candidates.map((candidate) => candidate.channel.id)
const reasonOf = ({ rejected }: Plan, { id }: Channel): string | undefined =>
  rejected.find(({ channelId }) => channelId === id)?.reason

describe('who may serve', () => {
  it('has a reason for everybody who may not', () => {
    const fits = channel({ models: ['m-1'] })
    const other = channel({ models: ['m-2'] })
    const group = channel({ models: ['m-1'], groups: ['vip'] })
    const chat = channel({ models: ['m-1'], chatOnly: true })
    const keyless = channel({ models: ['m-1'], keys: [] })
    const mapping = new Map([['m-1', { forwarded: 'mute', priceRequested: false }]])
    const mute = channel({ models: ['m-1'], mapping })
    const made = plan([fits, other, group, chat, keyless, mute], {
      hasTools: true,
      does: (forwarded) => forwarded !== 'mute',
    })
    expect(idsOf(made)).toEqual([fits.id])
    expect([other, group, chat, keyless, mute].map((each) => reasonOf(made, each))).toEqual([
      'model',
      'group',
      'chat-only',
      'no-key',
      'model-operation',
    ])
  })

  it('is the exact name, else the longest wildcard', () => {
    const exact = channel({ models: ['m-1'] })
    const long = channel({ models: ['m-*'] })
    const short = channel({ models: ['m*'] })
    expect(idsOf(plan([short, long, exact]))).toEqual([exact.id])
    expect(idsOf(plan([short, long]))).toEqual([long.id])
    expect(reasonOf(plan([short, long]), short)).toBe('narrower-match')
  })

  it('is a wildcard when every exact one cannot do it', () => {
    const exact = channel({ models: ['m-1'], chatOnly: true })
    const wild = channel({ models: ['m*'] })
    expect(idsOf(plan([exact, wild], { hasTools: true }))).toEqual([wild.id])
    const cooling = channel({ models: ['m-1'] })
    const state = (id: bigint): CircuitState => (id === cooling.id ? 'cooling' : 'healthy')
    expect(idsOf(plan([cooling, wild], {}, state))).toEqual([wild.id])
  })

  it('keeps to the key’s list', () => {
    expect(plan([channel({ models: ['m-1'] })], { modelsAllowed: ['m-2'] }).allowed).toBe(false)
    expect(plan([channel({ models: ['m-1'] })], { modelsAllowed: ['m-*'] }).allowed).toBe(true)
  })

  it('obeys pins', () => {
    const first = channel({ models: ['m-1'] })
    const second = channel({ models: ['else'], groups: ['vip'] })
    const only = plan([first, second], { pin: { kind: 'only', channelId: second.id } })
    expect(idsOf(only)).toEqual([second.id])
    expect(reasonOf(only, first)).toBe('pinned-elsewhere')
    const except = plan([first, second], { pin: { kind: 'except', channelId: first.id } })
    expect(reasonOf(except, first)).toBe('excluded')
  })
})

describe('in what order', () => {
  it('goes by priority first and is the same for the same seed', () => {
    const low = channel({ models: ['m-1'], priority: 1, weight: 1_000 })
    const high = channel({ models: ['m-1'], priority: 2 })
    check(
      property(integer(), (seed) => {
        expect(idsOf(plan([low, high], {}, undefined, seed))).toEqual([high.id, low.id])
        const twice = [1, 2].map(() => idsOf(plan([low, high], {}, undefined, seed)))
        expect(twice[0]).toEqual(twice[1])
      }),
    )
  })

  it('goes by weight inside a class', () => {
    const heavy = channel({ models: ['m-1'], weight: 9 })
    const light = channel({ models: ['m-1'], weight: 1 })
    const table = [heavy, light]
    const first = Array.from(
      { length: 2_000 },
      (_, seed) => idsOf(plan(table, {}, undefined, seed))[0],
    )
    const share = first.filter((id) => id === heavy.id).length / first.length
    expect(share).toBeGreaterThan(0.87)
    expect(share).toBeLessThan(0.93)
  })

  it('puts what recovers last and what cools nowhere, unless there is nobody else', () => {
    const [good, recovering, cooling] = [1, 2, 3].map(() => channel({ models: ['m-1'] }))
    const states = new Map<bigint | undefined, CircuitState>([
      [recovering?.id, 'recovering'],
      [cooling?.id, 'cooling'],
    ])
    const table = [cooling, recovering, good].filter((each) => each !== undefined)
    const made = plan(table, {}, (id) => states.get(id) ?? 'healthy')
    expect(idsOf(made)).toEqual([good?.id, recovering?.id])
    const allCooling = plan(table, {}, () => 'cooling')
    expect(allCooling.candidates).toHaveLength(3)
  })

  it('tries another channel before another key', () => {
    const keys = [1n, 2n].map((id) => ({ id, secret: 's', enabled: true }))
    const first = channel({ models: ['m-1'], keys })
    const second = channel({ models: ['m-1'] })
    const ids = idsOf(plan([first, second]))
    expect(new Set(ids.slice(0, 2))).toEqual(new Set([first.id, second.id]))
    expect(ids[2]).toBe(first.id)
  })
})
