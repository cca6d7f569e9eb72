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

it('counts alone while the shared store is away', async () => {
  const own = memoryStore({ monotonic: () => 0 })
  const limits = createLimits(withFallback(away, own), () => 'member')
  expect((await limits.requests('key', 1)).ok).toBe(true)
  expect((await limits.requests('key', 1)).ok).toBe(false)
  const leave = await limits.enter('key', 1)
  expect(await limits.enter('key', 1)).toBeNull()
  leave?.()
  expect(await limits.enter('key', 1)).not.toBeNull()
})
