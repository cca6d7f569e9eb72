import { expect, test } from 'vitest'
import { plainDeep, storableDeep, storableText } from './storable-text.ts'

test('half a surrogate pair and zero bytes do not reach a row', () => {
  expect(storableText('a\ud83db')).toBe('a\ufffdb')
  expect(storableText('a\0b')).toBe('ab')
  expect(storableText('驿站 👋')).toBe('驿站 👋')
})

test('changes nested texts, and returns the same object when nothing changes', () => {
  const fine = { usage: { model: '👋', at: 1n, none: null }, tallies: [{ key: { model: 'a' } }] }
  expect(storableDeep(fine)).toBe(fine)
  expect(storableDeep({ ...fine, tallies: [{ key: { model: 'a\udc4b\0' } }] })).toEqual({
    ...fine,
    tallies: [{ key: { model: 'a\ufffd' } }],
  })
})

test('plain texts are printable ASCII, and long ones become empty', () => {
  expect(plainDeep({ a: 'mo\u200bdel 驿', b: 'x'.repeat(501), c: 5n })).toEqual({
    a: 'model ',
    b: '',
    c: 5n,
  })
})
