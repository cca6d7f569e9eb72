import { describe, expect, it } from 'vitest'
import { pictureSize } from './picture-size.ts'
import { pictureTokens } from './picture-tokens.ts'

const base64 = (...parts: (string | number[])[]): string =>
  Buffer.concat([
    ...parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
    Buffer.alloc(48),
  ]).toString('base64')
const big = (value: number): number[] => [value >> 24, value >> 16, value >> 8, value].map(byte)
const little = (value: number): number[] => [value, value >> 8].map(byte)
const byte = (value: number): number => value & 0xff

const png = (width: number, height: number): string =>
  base64([0x89], 'PNG\r\n\u001a\n', big(13), 'IHDR', big(width), big(height))
const segment = (marker: number, body: number[]): number[] => [
  0xff,
  marker,
  ...big(body.length + 2).slice(2),
  ...body,
]
const frame = [8, ...big(480).slice(2), ...big(640).slice(2), 3]

describe('the size of a picture', () => {
  it.each([
    ['PNG', png(640, 480)],
    ['GIF', base64('GIF89a', little(640), little(480))],
    [
      'WebP, lossy',
      base64(
        'RIFF',
        big(0),
        'WEBPVP8 ',
        big(0),
        [0, 0, 0, 0x9d, 1, 0x2a],
        little(640),
        little(480),
      ),
    ],
    ['WebP, lossless', base64('RIFF', big(0), 'WEBPVP8L', big(0), [0x2f], [0x7f, 0xc2, 0x77, 0])],
    [
      'WebP, extended',
      base64('RIFF', big(0), 'WEBPVP8X', big(0), big(0), [0x7f, 2, 0, 0xdf, 1, 0]),
    ],
    [
      'JPEG behind a small picture and its tables',
      base64(
        [0xff, 0xd8],
        segment(
          0xe1,
          Array.from({ length: 40_000 }, () => 7),
        ),
        segment(0xc4, frame),
        segment(0xc2, frame),
      ),
    ],
  ])('%s', (_name, picture) => {
    expect(pictureSize(picture)).toEqual({ width: 640, height: 480 })
  })

  it.each([
    '',
    'AAAA',
    base64('BM', big(0)),
    base64([0xff, 0xd8, 0xff]),
    base64([0xff, 0xd8], segment(0xe0, [])),
  ])('is not known of %s', (picture) => {
    expect(pictureSize(picture)).toBeNull()
  })
})

describe('what a picture costs', () => {
  const tokens = (
    kind: Parameters<typeof pictureTokens>[0],
    base64: string | null,
    detail?: string,
  ) => pictureTokens(kind, { base64, detail })

  it('depends on its size, up to what the vendor shrinks it to', () => {
    expect(tokens('openai-chat', png(1_024, 1_024))).toBe(1_229)
    expect(tokens('openai-responses', png(1_920, 1_080))).toBe(2_448)
    expect(tokens('openai-chat', png(4_032, 3_024), 'high')).toBe(3_000)
    expect(tokens('openai-chat', png(4_032, 3_024))).toBe(14_364)
    expect(tokens('openai-chat', png(4_032, 3_024), 'low')).toBe(308)
    expect(tokens('anthropic-messages', png(1_024, 1_024))).toBe(1_369)
    expect(tokens('anthropic-messages', png(8_000, 8_000))).toBe(4_784)
  })

  it('does not at Gemini', () => {
    expect(tokens('gemini', png(10, 10))).toBe(1_120)
    expect(tokens('gemini', null)).toBe(1_120)
  })

  it('is that of a full screen where nobody knows', () => {
    expect(tokens('openai-chat', null)).toBe(2_448)
    expect(tokens('anthropic-messages', null)).toBe(2_691)
  })
})
