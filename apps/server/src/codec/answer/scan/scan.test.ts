import { expect, it } from 'vitest'
import { lastTextEnd, textsIn, wordsIn } from './scan.ts'

const said = (text: string): string => JSON.stringify({ delta: { content: text } })

it('finds texts whatever is escaped in them, and however long they are', () => {
  for (const text of ['plain', 'a "quote"', '\\', '\\\\"', 'line\n', '\\"content":"no"']) {
    expect(textsIn(said(text))).toEqual([JSON.stringify(text).slice(1, -1)])
  }
  // A pattern over escapes has no room on its stack for so many.
  for (const unit of ['\n', '"', '\\']) {
    const [text = ''] = textsIn(said(unit.repeat(8_000_000)))
    expect(text.length).toBe(16_000_000)
  }
})

it('takes no text that does not end', () => {
  expect(textsIn('{"content":"begun')).toEqual([])
  expect(textsIn(String.raw`{"content":"begun\"`)).toEqual([])
})

it('knows where the last text ends', () => {
  const frames = `${said('a')}\n\n${said('')}`
  expect(lastTextEnd(frames)).toBe(frames.indexOf('"a"') + 3)
  expect(lastTextEnd(said(''))).toBe(0)
})

it('finds the name of a call on either side of its arguments, once', () => {
  const calls = [
    { name: 'before', arguments: '{"a":"\\"b\\""}' },
    { arguments: '{}', name: 'behind' },
    { input: 'x'.repeat(100_000), name: 'custom' },
  ]
  expect(
    wordsIn(JSON.stringify(calls)).filter((word) => /before|behind|custom/.test(word)),
  ).toEqual(['before', 'behind', 'custom'])
})
