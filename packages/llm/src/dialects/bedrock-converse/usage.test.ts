import { expect, it } from 'vitest'
import { converseUsage } from './usage.ts'

it.each([
  [[{ ttl: '1h', inputTokens: 4 }], { cache_write_5m: 6, cache_write_1h: 4 }],
  [[{ ttl: '1h', inputTokens: 60 }], { cache_write_5m: 0, cache_write_1h: 10 }],
  [[{ ttl: '5m', inputTokens: 10 }], { cache_write_5m: 10, cache_write_1h: 0 }],
])('details of what was written to the cache are parts of it: %j', (cacheDetails, buckets) => {
  const usage = { inputTokens: 3, outputTokens: 1, cacheWriteInputTokens: 10, cacheDetails }
  expect(converseUsage(usage)?.usage).toMatchObject({ input: 3, ...buckets })
})
