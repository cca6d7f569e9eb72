import { hash, randomBytes, randomFillSync } from 'node:crypto'

/** Random bytes for ids to come: asking for many at once costs about as much as asking for a few. */
const pool = Buffer.allocUnsafeSlow(16 * 256)
let poolUsed = pool.length

/** A UUIDv7 (RFC 9562): sorts by time, so that indexes on it grow at their end. */
export function requestId(now: number = Date.now()): string {
  const bytes = pooledBytes()
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** 16 bytes that nobody had before. */
function pooledBytes(): Buffer {
  if (poolUsed === pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  poolUsed += 16
  return pool.subarray(poolUsed - 16, poolUsed)
}

/** Text without meaning that cannot be guessed. */
export const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** The same as hexadecimal digits, two a byte. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')

export const sha256 = (text: string): string => hash('sha256', text)
