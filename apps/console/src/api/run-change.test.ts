import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from './query-client.ts'
import { runChange } from './run-change.ts'

afterEach(() => vi.useRealTimers())

it('is gone with its answer after a while, told or failed', async () => {
  vi.useFakeTimers()
  await runChange({ mutationFn: async (sent: string) => ({ key: sent }), gcTime: 1_000 }, 'sk-a')
  const failing = { mutationFn: () => Promise.reject(new Error('away')), gcTime: 1_000 }
  await expect(runChange({ ...failing, meta: { quiet: true } }, undefined)).rejects.toThrow('away')
  const kept = () => queryClient.getMutationCache().getAll().length
  expect(kept()).toBe(2)
  await vi.advanceTimersByTimeAsync(1_001)
  expect(kept()).toBe(0)
})
