import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOfCsv } from './csv-rows.ts'

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\uFEFFa;b\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,"b ""c"", d"\r\n"x\r\ny",',
    [
      ['a', 'b "c", d'],
      ['x\r\ny', ''],
    ],
  ],
  ['', []],
  ['a,b\n\n"open', [['a', 'b'], ['open']]],
])('%j', (text, rows) => {
  expect(rowsOfCsv(text)).toEqual(rows)
})

test('whatever the text, it ends', () => {
  const text = fc.string({ unit: fc.constantFrom('"', ',', ';', '\r', '\n', 'a') })
  fc.assert(fc.property(text, (file) => Array.isArray(rowsOfCsv(file))))
})
