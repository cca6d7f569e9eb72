import { expect, it } from 'vitest'
import { hasSoundMarkup } from './markup.ts'

it.each([
  ['HTML', '<b>bold</b> and <a href="https://gate.example/?a=1&amp;b=2">a link</a>', true],
  ['HTML', '<b><i>both</i></b>', true],
  ['HTML', '<b>open', false],
  ['HTML', '<b><i>crossed</b></i>', false],
  ['HTML', '<script>alert(1)</script>', false],
  ['HTML', '1 < 2', false],
  ['HTML', '1 &lt; 2', true],
  ['MarkdownV2', '*bold* _italic_ __under__ ~gone~ ||hidden|| `a.b`', true],
  ['MarkdownV2', '[a link](https://gate.example/a-b.html)', true],
  ['MarkdownV2', 'A sentence\\.', true],
  ['MarkdownV2', 'A sentence.', false],
  ['MarkdownV2', '*open', false],
  ['MarkdownV2', '```\ncode with . and !\n```', true],
  ['MarkdownV2', 'one | two', false],
  ['MarkdownV2', '>quoted', true],
  ['MarkdownV2', 'a\\-b \\(c\\)', true],
  ['Markdown', 'A sentence. *bold* [a link](https://gate.example)', true],
  ['Markdown', '*open', false],
  ['Markdown', 'snake\\_case', true],
] as const)('%s: %s', (format, text, sound) => {
  expect(hasSoundMarkup(text, format)).toBe(sound)
})
