import { randomHex, sha256 } from '../../lib/ids.ts'

/** A new code: the family's form, 32 hexadecimal digits. */
export const newCode = (): string => randomHex(16)

/** The hash by which a code is found. People type dashes, spaces and capitals. */
export const hashOfCode = (typed: string): string =>
  sha256(typed.replaceAll(/[\s-]/g, '').toLowerCase())

/** Where a code is sealed. The hash is known before the row has an id. */
export const codePlace = (keyHash: string) => ({
  table: 'redemptions',
  column: 'key_sealed',
  id: keyHash,
})
