import { expect, it } from 'vitest'
import { withFallback } from './fallback-store.ts'
import { createLimits, type LimitStore } from './limits.ts'
import { memoryStore } from './memory-store.ts'

const away: LimitStore = {
  add: () => Promise.reject(new Error('away')),
  enter: () => Promise.reject(new Error('away')),
  leave: () => Promise.reject(new Error('away')),
  close: async () => {},
}

let members = 0
const limitsOf = (nodes: number) => {
  const store = withFallback(away, memoryStore({ monotonic: () => 0 }), () => nodes)
  return createLimits(store, () => `member ${(members += 1)}`)
}

it('counts alone while the shared store is away', async () => {
  const limits = limitsOf(1)
  expect((await limits.requests('key', 1)).ok).toBe(true)
  expect((await limits.requests('key', 1)).ok).toBe(false)
  const leave = await limits.enter('key', 1)
  expect(await limits.enter('key', 1)).toBeNull()
  leave?.()
  expect(await limits.enter('key', 1)).not.toBeNull()
})

it('allows each of three nodes a third, and says so', async () => {
  const limits = limitsOf(3)
  const asked = await Promise.all(Array.from({ length: 10 }, () => limits.requests('key', 10)))
  expect(asked.filter(({ ok }) => ok)).toHaveLength(3)
  expect(asked[0]).toMatchObject({ allowed: 3, remaining: 2 })
  expect((await limits.tokens('key', 300, 100)).ok).toBe(true)
  expect((await limits.tokens('key', 300, 100)).ok).toBe(false)
  const places = await Promise.all(Array.from({ length: 9 }, () => limits.enter('key', 7)))
  expect(places.filter((leave) => leave !== null)).toHaveLength(2)
})

it('shuts nobody out whose limit is less than the nodes', async () => {
  const limits = limitsOf(5)
  expect((await limits.requests('key', 2)).ok).toBe(true)
  expect((await limits.requests('key', 2)).ok).toBe(false)
  expect((await limits.tokens('key', 2, 1)).ok).toBe(true)
  expect(await limits.enter('key', 1)).not.toBeNull()
})
