import { expect, it } from 'vitest'
import { formattedJson, jsonOfRows, rowsOfJson } from './json-rows.ts'

it('shows an object of texts as rows and stores it again', () => {
  const rows = rowsOfJson('{"gpt-5":"deepseek-chat","a":"b"}')
  expect(rows).toEqual([
    { from: 'gpt-5', to: 'deepseek-chat' },
    { from: 'a', to: 'b' },
  ])
  expect(jsonOfRows(rows ?? [])).toBe('{"gpt-5":"deepseek-chat","a":"b"}')
})

it('leaves to code what rows cannot show', () => {
  expect(rowsOfJson('{"a":1}')).toBeUndefined()
  expect(rowsOfJson('[1]')).toBeUndefined()
  expect(rowsOfJson('{')).toBeUndefined()
  expect(rowsOfJson('  ')).toEqual([])
})

it('does not store rows without a name', () => {
  expect(jsonOfRows([{ from: ' ', to: 'x' }])).toBe('')
})

it('indents JSON and leaves alone what is none', () => {
  expect(formattedJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(formattedJson('{"a":')).toBe('{"a":')
})
