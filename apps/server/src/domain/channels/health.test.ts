import { describe, expect, it } from 'vitest'
import { createHealth } from './health.ts'

const circuit = { channelId: 1n, keyId: 2n, model: 'm' }
const failure = { opensAtOnce: false, retryAfterMs: null, reason: 'overloaded' }
const made = () => {
  let at = 0
  const clock = { now: () => 1_000_000 + at, monotonic: () => at }
  const health = createHealth(clock, () => 5)
  return { health, wait: (ms: number) => (at += ms), state: () => health.stateOf(circuit) }
}

describe('a circuit', () => {
  it('opens after three failures in a row, not after three in all', () => {
    const { health, state } = made()
    health.failed(circuit, failure)
    health.failed(circuit, failure)
    health.succeeded(circuit)
    health.failed(circuit, failure)
    health.failed(circuit, failure)
    expect(state()).toBe('healthy')
    health.failed(circuit, failure)
    expect(state()).toBe('cooling')
  })

  it('cools for as long as Retry-After says', () => {
    const { health, wait, state } = made()
    health.failed(circuit, { ...failure, opensAtOnce: true, retryAfterMs: 30_000 })
    wait(29_999)
    expect(state()).toBe('cooling')
    wait(1)
    expect(state()).toBe('recovering')
  })

  it('lets one probe through and cools longer when it fails', () => {
    const { health, wait, state } = made()
    health.failed(circuit, { ...failure, opensAtOnce: true })
    wait(5_000)
    expect(state()).toBe('recovering')
    health.began(circuit)
    expect(state()).toBe('cooling')
    health.failed(circuit, failure)
    wait(5_000)
    expect(state()).toBe('cooling')
    wait(5_000)
    expect(state()).toBe('recovering')
    health.began(circuit)
    health.abandoned(circuit)
    expect(state()).toBe('recovering')
    health.succeeded(circuit)
    expect(state()).toBe('healthy')
  })

  it('is shown to the console and forgotten when the channel changes', () => {
    const { health, state } = made()
    health.failed(circuit, { ...failure, opensAtOnce: true })
    expect(health.coolingOf(1n)).toMatchObject([
      { model: 'm', since: 1_000_000, until: 1_005_000, reason: 'overloaded' },
    ])
    expect(health.coolingOf(9n)).toEqual([])
    health.clear(1n)
    expect(state()).toBe('healthy')
  })

  it('is one of a key and a model', () => {
    const { health } = made()
    health.failed(circuit, { ...failure, opensAtOnce: true })
    expect(health.stateOf({ ...circuit, keyId: 3n })).toBe('healthy')
    expect(health.stateOf({ ...circuit, model: 'other' })).toBe('healthy')
  })
})
