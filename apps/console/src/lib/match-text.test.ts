import { expect, it } from 'vitest'
import { cutMatches, rankMatch } from './match-text.ts'

it('ranks the whole text before a beginning, a beginning before a word, a word before a part', () => {
  const ranks = ['log', 'Logs', 'my log', 'catalogue'].map((text) => rankMatch(text, 'LOG'))
  expect(ranks).toEqual([0, 1, 2, 3])
  expect(rankMatch('token', 'log')).toBeNull()
})

it('cuts every place, and loses no sign', () => {
  expect(cutMatches('Log of logs', 'log')).toEqual([
    { text: 'Log', hit: true },
    { text: ' of ', hit: false },
    { text: 'log', hit: true },
    { text: 's', hit: false },
  ])
  expect(cutMatches('渠道列表', '列').map(({ text }) => text)).toEqual(['渠道', '列', '表'])
  expect(cutMatches('a.b', '.')).toHaveLength(3)
  expect(cutMatches('abc', '')).toEqual([{ text: 'abc', hit: false }])
})
