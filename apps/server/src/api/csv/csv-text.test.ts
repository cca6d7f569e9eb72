import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from './csv-file.ts'
import { csvRows } from './csv-text.ts'

test.each<[Cell, string]>([
  ['plain', 'plain'],
  ['驿站', '驿站'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', '"\'\tx"'],
  ['\r=1', '"\'\r=1"'],
  ['＝1+1', "'＝1+1"],
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  [-5, '-5'],
  [-5n, '-5'],
  [{ figure: '-0.420000' }, '-0.420000'],
  [true, 'true'],
  [null, ''],
])('cell %# is written as it should be', (cell, text) => {
  expect(csvRows([[cell]])).toBe(`${text}\r\n`)
})

test('every text comes back as it was, but for the apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (row) => {
      const back = readRow(csvRows([row]))
      // A text with an apostrophe of its own before the sign looks the same: it goes on both sides.
      expect(back.map(unmarked)).toEqual(row.map(unmarked))
    }),
  )
})

const unmarked = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')

/** A reader of RFC 4180, for one row. */
function readRow(text: string): string[] {
  const cells: string[] = []
  let rest = text.slice(0, -2)
  for (;;) {
    const [, whole = '', inner] = /^("((?:[^"]|"")*)"|[^,]*)/.exec(rest) ?? []
    cells.push(inner === undefined ? whole : inner.replaceAll('""', '"'))
    if (whole.length === rest.length) return cells
    rest = rest.slice(whole.length + 1)
  }
}
