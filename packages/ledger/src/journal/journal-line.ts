import { checksum } from './checksum.ts'

/*
 * A line of a journal: eight digits of the CRC-32 of its text, a blank, the text as JSON. Lines of
 * before checksums begin with the text.
 */

/** With its end of line. */
export function lineOf(value: unknown): string {
  const text = encode(value)
  return `${checksum(text)} ${text}\n`
}

/** What a line says, given without its end. Throws for one that is not as it was written. */
export function readLine(line: string): unknown {
  if (line.startsWith('{')) return decode(line)
  const text = line.slice(checksumDigits + 1)
  if (line.slice(0, checksumDigits + 1) !== `${checksum(text)} `) {
    throw new Error('it is not as it was written')
  }
  return decode(text)
}

const checksumDigits = 8

/** JSON has no 64-bit integers: an amount is written as an object with its digits. */
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
