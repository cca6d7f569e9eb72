import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recentChoices, rememberChoice } from './recent-choices.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const choice = (name: string) => ({ id: `user:${name}`, label: name })

it('keeps the last five, each once, the newest first', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) rememberChoice(1, choice(name))
  expect(recentChoices(1).map(({ label }) => label)).toEqual(['b', 'f', 'e', 'd', 'c'])
})

it('shows nobody what somebody else has chosen on this browser', () => {
  rememberChoice(1, choice('secret customer'))
  expect(recentChoices(2)).toEqual([])
  rememberChoice(2, choice('mine'))
  expect(recentChoices(2)).toEqual([choice('mine')])
  expect(recentChoices(1)).toEqual([])
})

it('takes broken storage for none', () => {
  localStorage.setItem('recent_choices', '{"owner":1,"choices":[{"id":3}]}')
  expect(recentChoices(1)).toEqual([])
})
