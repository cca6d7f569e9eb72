import { expect, it } from 'vitest'
import { formatDuration, formatRelative, formatTime } from './format-time.ts'

const noon = new Date(2026, 10, 5, 12, 3, 9).getTime() / 1000

it('writes times as the specification asks', () => {
  expect(formatTime(noon)).toBe('2026-11-05 12:03:09')
})

it('writes nothing for never', () => {
  expect(formatTime(0)).toBe('')
  expect(formatTime(-1)).toBe('')
})

it('says how long ago in the language', () => {
  expect(formatRelative(noon, 'en', (noon + 7200) * 1000)).toBe('2 hours ago')
  expect(formatRelative(noon, 'zh-CN', (noon + 7200) * 1000)).toBe('2小时前')
})

it('keeps durations short', () => {
  expect(formatDuration(840)).toBe('840 ms')
  expect(formatDuration(1834)).toBe('1.83 s')
  expect(formatDuration(12_345)).toBe('12.3 s')
})
