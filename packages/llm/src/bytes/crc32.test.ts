import { crc32 as nodes } from 'node:zlib'
import { assert as check, property, uint8Array } from 'fast-check'
import { expect, it } from 'vitest'
import { crc32 } from './crc32.ts'

it('is the checksum that others reckon', () => {
  // The check value of the catalogue of CRC algorithms.
  expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926)
  check(property(uint8Array({ maxLength: 600 }), (bytes) => crc32(bytes) === nodes(bytes)))
})
