import { expect, test } from 'vitest'
import { paidPrompt } from './paid-prompt.ts'

test.each([
  ['a fox --turbo', 'a fox'],
  ['a fox —FAST --ar 3:2', 'a fox --ar 3:2'],
  ['a fox --fast--turbo', 'a fox'],
  ['a --relax, b', 'a , b'],
  ['a fox --raw --ref x {red}', 'a fox --raw --ref x {red}'],
])('%s is sent as %s', (prompt, sent) => {
  expect(paidPrompt(prompt)).toBe(sent)
})

test.each([
  'a fox --fa--fastst',
  'a fox --tur--tur--turbobobo',
  'a fox -—fast-turbo',
  'a fox --fast—fast--fast',
  'a fox —tu--fastrbo',
])('no speed is left of %s', (prompt) => {
  expect(paidPrompt(prompt)).not.toMatch(/(--|—)\s*(fast|relax|turbo)\b/i)
})

test.each([
  'a fox --repeat 40',
  'a fox —R 4',
  'a fox --re--fastpeat 4 --r 2',
  'a {red, blue} fox',
  'a {red {big, small}} fox',
])('%s is refused', (prompt) => {
  expect(() => paidPrompt(prompt)).toThrow(expect.objectContaining({ code: 'model.field' }))
})
