import { crc32 } from './crc32.ts'

/*
 * A message of AWS's event streams: its length, that of its headers, the checksum of both; the headers; the payload;
 * the checksum of all before it. https://docs.aws.amazon.com/transcribe/latest/dg/event-stream.html
 */

export const preludeBytes = 12
const checksumBytes = 4
const leastBytes = preludeBytes + checksumBytes

export type EventMessage = {
  /** Those that are texts. */
  readonly headers: ReadonlyMap<string, string>
  readonly payload: Buffer
}

/** The length of the message that begins here, in bytes; null: its beginning is none. */
export function messageLength(prelude: Buffer): number | null {
  const length = prelude.readUInt32BE(0)
  const isPossible = length >= leastBytes && prelude.readUInt32BE(4) <= length - leastBytes
  return isPossible && isSummed(prelude.subarray(0, preludeBytes)) ? length : null
}

/** A whole message; null: it is not as it was sent, or was never one. */
export function messageIn(bytes: Buffer): EventMessage | null {
  if (!isSummed(bytes)) return null
  const payloadAt = preludeBytes + bytes.readUInt32BE(4)
  const headers = headersIn(bytes.subarray(preludeBytes, payloadAt))
  return headers === null
    ? null
    : { headers, payload: bytes.subarray(payloadAt, bytes.length - checksumBytes) }
}

/** Bytes end in the checksum of those before it. */
function isSummed(bytes: Buffer): boolean {
  const end = bytes.length - checksumBytes
  return crc32(bytes.subarray(0, end)) === bytes.readUInt32BE(end)
}

/** Bytes of a header's value, by its type; `sized`: two bytes say how many follow. */
const valueBytes: readonly (number | 'sized')[] = [0, 0, 1, 2, 4, 8, 'sized', 'sized', 8, 16]
const text = 7

function headersIn(bytes: Buffer): ReadonlyMap<string, string> | null {
  const headers = new Map<string, string>()
  let at = 0
  while (at < bytes.length) {
    const nameEnd = at + 1 + bytes.readUInt8(at)
    const type = bytes[nameEnd] ?? valueBytes.length
    const value = valueIn(bytes, nameEnd + 1, type)
    if (value === null) return null
    if (type === text) {
      headers.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', ...value))
    }
    at = value[1]
  }
  return headers
}

/** The bounds of a value; null: it is not inside of the headers. */
function valueIn(bytes: Buffer, at: number, type: number): readonly [number, number] | null {
  const size = valueBytes[type]
  if (size === undefined) return null
  if (size === 'sized' && at + 2 > bytes.length) return null
  const [start, length] = size === 'sized' ? [at + 2, bytes.readUInt16BE(at)] : [at, size]
  return start + length > bytes.length ? null : [start, start + length]
}
