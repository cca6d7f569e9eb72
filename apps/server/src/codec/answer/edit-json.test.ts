import { expect, it } from 'vitest'
import { type JsonEdits, editJson } from './edit-json.ts'

const at = (...places: readonly (readonly [string, string | JsonEdits])[]): JsonEdits =>
  new Map(places)

it.each([
  ['{"a":1}', at(['a', '2']), '{"a":2}'],
  ['{}', at(['a', '2']), '{"a":2}'],
  [' { "b" : 1 } ', at(['a', '2']), ' {"a":2, "b" : 1 } '],
  ['{"ü":"é","a":{"ü":1}}', at(['a', at(['ü', '"ö"'])]), '{"ü":"é","a":{"ü":"ö"}}'],
  ['{"a":1,"b":{},"a":3}', at(['a', '2']), '{"a":2,"b":{},"a":2}'],
  ['{"a":5,"a":{"b":1}}', at(['a', at(['b', '2'])]), '{"a":5,"a":{"b":2}}'],
  [
    '{"l":[{"u":1}, {}, {"u":3}],"u":4}',
    at(['l', at(['0', at(['u', '"x"'])], ['2', at(['u', '{}'])])], ['u', 'null']),
    '{"l":[{"u":"x"}, {}, {"u":{}}],"u":null}',
  ],
  [
    '{"a":{"b":"}\\""},"c":1}',
    at(['a', at(['d', '1'])], ['c', '2']),
    '{"a":{"d":1,"b":"}\\""},"c":2}',
  ],
])('%s is written into at its places alone', (json, writing, written) => {
  expect(editJson(json, writing)).toBe(written)
  expect(() => JSON.parse(written)).not.toThrow()
})
