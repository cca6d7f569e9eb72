import type { PictureSize } from '@posthouse/llm/surfaces/picture-tokens'

/** Longest JPEG header before the size, where cameras put a thumbnail. */
const jpegCharacters = 256 * 1024

/** Reads the size from the head of a base64 picture; null for other formats. */
export function pictureSize(base64: string): PictureSize | null {
  const head = Buffer.from(base64.slice(0, 64), 'base64')
  if (head.length < 30) return null
  if (head.readUInt32BE(0) === 0x89504e47)
    return sized(head.readUInt32BE(16), head.readUInt32BE(20))
  if (wordAt(head, 0) === 'GIF8') return sized(head.readUInt16LE(6), head.readUInt16LE(8))
  if (wordAt(head, 0) === 'RIFF' && wordAt(head, 8) === 'WEBP') return webpSize(head)
  if (head.readUInt16BE(0) !== 0xffd8) return null
  return jpegSize(Buffer.from(base64.slice(0, jpegCharacters), 'base64'))
}

const wordAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4)

const sized = (width: number, height: number): PictureSize | null =>
  width > 0 && height > 0 ? { width, height } : null

/** Three kinds of first chunk: https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(head: Buffer): PictureSize | null {
  switch (wordAt(head, 12)) {
    case 'VP8 ':
      return sized(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const bits = head.readUInt32LE(21)
      return sized(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff))
    }
    case 'VP8X':
      return sized(1 + head.readUIntLE(24, 3), 1 + head.readUIntLE(27, 3))
    default:
      return null
  }
}

/** Walks the segments; the first frame header has the size. */
function jpegSize(bytes: Buffer): PictureSize | null {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (beginsFrame(marker)) return sized(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return null
}

const notFrames = new Set([0xc4, 0xc8, 0xcc])
const beginsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && !notFrames.has(marker)
