import { expect, it } from 'vitest'
import { htmlOf } from './html-of.ts'

it.each([
  ['MarkdownV2', '*b* _i_ __u__ ~s~', '<b>b</b> <i>i</i> <u>u</u> <s>s</s>'],
  ['MarkdownV2', '`a*b*` 1\\.5', '<code>a*b*</code> 1.5'],
  ['MarkdownV2', '<script>', '&lt;script>'],
  [
    'Markdown',
    '[here](https://gate.example)',
    '<a href="https://gate.example" target="_blank">here</a>',
  ],
  ['Markdown', '[here](javascript:alert)', '[here](javascript:alert)'],
  ['HTML', '<b>b</b>', '<b>b</b>'],
] as const)('%s: %s', (format, text, html) => {
  expect(htmlOf(text, format)).toBe(html)
})
