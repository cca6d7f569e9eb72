import { array, assert, constantFrom, json, nat, oneof, property, string } from 'fast-check'
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

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What people paste, and what only looks like it. */
const piece = oneof(
  constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\t', '\n', '\r'),
  constantFrom('"a"', '"\\u00e9"', '"\\x"', '0', '-1.5e3', '01', '1e', '.5', 'true', 'nul', 'null'),
  constantFrom('\u00a0', '\ufeff', '\u2028', '\u0000', '\u001f', '\u007f', '\u009f', '\ud800'),
  string({ unit: 'binary', maxLength: 3 }).map((text) => `"${text}"`),
)

it('agrees with the parser on whatever is written', () => {
  assert(
    property(array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      if (text.trim() === '') return
      expect(jsonFault(text) === undefined).toBe(parses(text))
    }),
    { numRuns: 2_000 },
  )
})

it('agrees with the parser on JSON, and on JSON with one character too many', () => {
  assert(
    property(json(), nat(), piece, (text, place, more) => {
      expect(jsonFault(text)).toBeUndefined()
      const at = place % (text.length + 1)
      const spoilt = `${text.slice(0, at)}${more}${text.slice(at)}`
      expect(jsonFault(spoilt) === undefined).toBe(parses(spoilt))
    }),
    { numRuns: 500 },
  )
})
