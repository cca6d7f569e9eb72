import { randomBytes } from 'node:crypto'
import { sha256 } from '../../lib/ids.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new key: `sk-` and 48 letters and digits, the family's form, from the system's random source. */
export function newKey(): string {
  let text = ''
  while (text.length < 48) {
    for (const byte of randomBytes(64)) {
      // Bytes past the last whole multiple of the alphabet would favour its first letters.
      const letter = byte < 248 ? alphabet[byte % 62] : undefined
      if (letter !== undefined && text.length < 48) text += letter
    }
  }
  return `sk-${text}`
}

/** The hash by which a key is found, never by the key itself. */
export const hashOfKey = (key: string): string => sha256(key)

/** The part that a list may show. */
export const previewOf = (parts: { keyPrefix: string; keyTail: string }): string =>
  `${parts.keyPrefix}…${parts.keyTail}`

export const keyParts = (key: string) => ({ keyPrefix: key.slice(0, 6), keyTail: key.slice(-4) })
