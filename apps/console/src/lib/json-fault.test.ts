import { expect, it } from 'vitest'
import { jsonFault } from './json-fault.ts'

it.each([
  ['{"a": 1, "b": [true, null, -1.5e3, {"c": "\\u00e9"}]}', undefined],
  ['[]', undefined],
  ['', undefined],
  ['{\n  "a": x\n}', { line: 2, column: 8 }],
  ['{\n  "a": 1,\n}', { line: 3, column: 1 }],
  ['{"a" 1}', { line: 1, column: 6 }],
  ['{"a": 1', { line: 1, column: 8 }],
  ['[1 2]', { line: 1, column: 4 }],
  ['{"a": 1]', { line: 1, column: 8 }],
  ['{} {}', { line: 1, column: 4 }],
  ['01', { line: 1, column: 1 }],
])('finds the fault of %j', (text, fault) => {
  expect(jsonFault(text)).toEqual(fault)
})

it.each([
  '{"a":1}',
  '[1,{"b":[]}]',
  '{"a":}',
  '[,]',
  '"x',
  'nul',
  '{"a":1,,}',
  '1e',
  '"\\x"',
  ' 7 ',
])('agrees with the parser on %j', (text) => {
  const parses = (() => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  })()
  expect(jsonFault(text) === undefined).toBe(parses)
})
