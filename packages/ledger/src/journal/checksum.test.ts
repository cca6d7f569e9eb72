import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksum } from './checksum.ts'

test('a checksum is what zlib says, of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(checksum(text)).toBe(crc32(text).toString(16).padStart(8, '0'))
    }),
  )
})
