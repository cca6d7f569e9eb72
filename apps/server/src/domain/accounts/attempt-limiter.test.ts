import { Refusal } from '@posthouse/contract/refusal'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AttemptLimiter, createAttemptLimiter, type Guess } from './attempt-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { ofName: 5, ofAddress: 50, ofEverybody: 50 }
const at = (address: string, whose = 'account:1'): Guess => ({ whose, by: { address } })

/** 0: it may be looked at; else the seconds that it must wait. */
const waitFor = (limiter: AttemptLimiter, guess: Guess): Promise<number> =>
  limiter.count(guess).then(
    () => 0,
    (error: unknown) =>
      error instanceof Refusal && error.code === 'auth.too-many-attempts'
        ? (error.extras.retryAfterSeconds ?? -1)
        : -1,
  )

describe('guesses', () => {
  test('of 500 at the same moment six are looked at', async () => {
    const limiter = createAttemptLimiter({ ...limits, ofAddress: 1_000 }, null)
    const waits = await Promise.all(
      Array.from({ length: 500 }, () => waitFor(limiter, at('192.0.2.1'))),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(6)
    expect(waits).not.toContain(-1)
  })

  test('wait twice as long each time, and what comes too early does not make it longer', async () => {
    const limiter = createAttemptLimiter(limits, null)
    for (let guess = 0; guess < 6; guess++) await waitFor(limiter, at('192.0.2.1'))
    const waits: number[] = []
    for (let round = 0; round < 12; round++) {
      const wait = await waitFor(limiter, at('192.0.2.1'))
      await waitFor(limiter, at('192.0.2.1'))
      waits.push(wait)
      vi.advanceTimersByTime(wait * 1_000)
      expect(await waitFor(limiter, at('192.0.2.1'))).toBe(0)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('lock neither the name elsewhere nor the address for others', async () => {
    const limiter = createAttemptLimiter(limits, null)
    for (let guess = 0; guess < 20; guess++) await waitFor(limiter, at('192.0.2.1'))
    expect(await waitFor(limiter, at('192.0.2.1'))).toBeGreaterThan(0)
    expect(await waitFor(limiter, at('198.51.100.1'))).toBe(0)
    expect(await waitFor(limiter, at('192.0.2.1', 'account:2'))).toBe(0)
  })

  test('do not touch who has a session of the account, even at the same address', async () => {
    const limiter = createAttemptLimiter(limits, null)
    for (let name = 0; name < 80; name++) await waitFor(limiter, at('192.0.2.1', `name:${name}`))
    for (let guess = 0; guess < 20; guess++) await waitFor(limiter, at('192.0.2.1'))
    const owner: Guess = { whose: 'account:1', by: { session: 'their own' } }
    expect(await waitFor(limiter, owner)).toBe(0)
  })

  test('of one IPv6 customer count together, of two apart', async () => {
    const limiter = createAttemptLimiter(limits, null)
    const waits: number[] = []
    for (let host = 1; host <= 8; host++) {
      waits.push(await waitFor(limiter, at(`2001:db8:1:2::${host}`)))
    }
    expect(waits.filter((wait) => wait > 0)).toHaveLength(2)
    expect(await waitFor(limiter, at('2001:db8:1:3::1'))).toBe(0)
  })

  test('at many names by one address wait too, whoever signs in rightly in between', async () => {
    const limiter = createAttemptLimiter(limits, null)
    const own = at('192.0.2.1', 'account:9')
    let looked = 0
    for (let name = 0; name < 100; name++) {
      if ((await waitFor(limiter, at('192.0.2.1', `name:${name}`))) === 0) looked += 1
      if ((await waitFor(limiter, own)) === 0) await limiter.forget(own)
    }
    expect(looked).toBeLessThanOrEqual(limits.ofAddress + 1)
  })

  test('at a short code are counted for all addresses, and a right one takes back its own alone', async () => {
    const limiter = createAttemptLimiter(limits, null)
    const guess: Guess = { whose: 'code', by: 'everybody' }
    for (let number = 0; number < 200; number += 1) {
      expect(await waitFor(limiter, guess)).toBe(0)
      await limiter.forget(guess)
    }
    for (let number = 0; number <= limits.ofEverybody; number += 1) {
      expect(await waitFor(limiter, guess)).toBe(0)
    }
    expect(await waitFor(limiter, guess)).toBeGreaterThan(0)
    await limiter.forget(guess)
    expect(await waitFor(limiter, guess)).toBeGreaterThan(0)
    expect(await waitFor(limiter, { ...guess, whose: 'another code' })).toBe(0)
  })

  test('are forgotten by the right one', async () => {
    const limiter = createAttemptLimiter(limits, null)
    for (let guess = 0; guess < 5; guess++) await limiter.count(at('192.0.2.1'))
    await limiter.forget(at('192.0.2.1'))
    for (let guess = 0; guess < 6; guess++) {
      expect(await waitFor(limiter, at('192.0.2.1'))).toBe(0)
    }
  })
})
