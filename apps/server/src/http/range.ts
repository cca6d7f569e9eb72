/** Bytes of a file, the last one included. */
export type ByteRange = { readonly start: number; readonly end: number; readonly isPart: boolean }

/**
 * The part of a file that a header asks for (RFC 9110 §14). More than one, or one that is not understood: all of it.
 * Null: it has no such part.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null {
  const [matched, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (matched === undefined || (first === '' && last === '')) return wholeOf(size)
  return first === '' ? tailOf(Number(last), size) : partOf(Number(first), last, size)
}

const wholeOf = (size: number): ByteRange => ({ start: 0, end: size - 1, isPart: false })

function tailOf(asked: number, size: number): ByteRange | null {
  const length = Math.min(asked, size)
  return length === 0 ? null : { start: size - length, end: size - 1, isPart: true }
}

function partOf(start: number, last: string, size: number): ByteRange | null {
  if (last !== '' && Number(last) < start) return wholeOf(size)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size ? null : { start, end, isPart: true }
}
