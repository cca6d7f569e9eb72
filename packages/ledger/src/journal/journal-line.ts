import { checksum } from './checksum.ts'

/*
 * Format of a journal line: the CRC-32 of the text in eight hex digits, a space, the text as JSON. Lines written before
 * checksums were added consist of the JSON alone.
 */

/** Includes the end of line. */
export function lineOf(value: unknown): string {
  const text = encode(value)
  return `${checksum(text)} ${text}\n`
}

/** Parses a line without its end of line. Throws when the line is damaged. */
export function readLine(line: string): unknown {
  if (line.startsWith('{')) return decode(line)
  const text = line.slice(checksumDigits + 1)
  if (line.slice(0, checksumDigits + 1) !== `${checksum(text)} `) {
    throw new Error('it is not as it was written')
  }
  return decode(text)
}

const checksumDigits = 8

/** JSON has no 64-bit integers, so an amount is written as an object with its digits. */
const encode = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? { $integer: String(part) } : part,
  )

const decode = (text: string): unknown =>
  JSON.parse(text, (_, part: unknown) =>
    typeof part === 'object' && part !== null && '$integer' in part
      ? BigInt(String(part.$integer))
      : part,
  )
