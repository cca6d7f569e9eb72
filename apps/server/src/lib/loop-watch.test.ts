import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchLoop } from './loop-watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('tells of a loop that stood still, once, and of no other', () => {
  let now = 0
  const stalls: number[] = []
  const end = watchLoop({ monotonic: () => now }, (ms) => stalls.push(ms))
  const pass = (ms: number): void => {
    now += ms
    vi.advanceTimersByTime(50)
  }
  pass(50)
  pass(249)
  expect(stalls).toEqual([])
  pass(250)
  expect(stalls).toEqual([200])
  pass(50)
  pass(1_050)
  expect(stalls).toEqual([200, 1_000])
  end()
  pass(5_000)
  expect(stalls).toHaveLength(2)
})
