import { assert as check, array, constantFrom, integer, property } from 'fast-check'
import { createParser } from 'eventsource-parser'
import { describe, expect, it } from 'vitest'
import { dataOf, frameCutter, framesOf as framesIn } from './framing.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Frames as text, the rest last. */
function framesOf(bytes: Uint8Array, cuts: readonly number[], bytesMax?: number): string[] {
  const cutter = frameCutter(bytesMax)
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b)
  const frames: string[] = []
  let open = ''
  const take = (run: ReturnType<typeof cutter.push>): void => {
    if (run === null) return
    let from = 0
    for (const end of run.ends) {
      frames.push(open + decoder.decode(run.bytes.subarray(from, end)))
      open = ''
      from = end
    }
    open += decoder.decode(run.bytes.subarray(from))
  }
  let at = 0
  for (const place of [...places, bytes.length]) {
    if (place > at) take(cutter.push(bytes.subarray(at, place)))
    at = place
  }
  const rest = cutter.flush()
  return [...frames, open + (rest === null ? '' : decoder.decode(rest))]
}

describe('frames', () => {
  const texts = array(constantFrom('\n', '\r\n', '\r', 'a', 'data: x', ':', '\n\n', '\r\n\r\n'), {
    maxLength: 40,
  })

  it('are the same whatever the reads were', () => {
    check(
      property(texts, array(integer({ min: 0, max: 400 }), { maxLength: 30 }), (parts, cuts) => {
        const bytes = encoder.encode(parts.join(''))
        expect(framesOf(bytes, cuts)).toEqual(framesOf(bytes, []))
      }),
      { numRuns: 2_000 },
    )
  })

  it('are all the bytes and no others', () => {
    check(
      property(texts, array(integer({ min: 0, max: 400 })), (parts, cuts) => {
        const text = parts.join('')
        expect(framesOf(encoder.encode(text), cuts).join('')).toBe(text)
      }),
    )
  })

  it.each(['\n', '\r\n', '\r'])('end at an empty line of %j', (end) => {
    const text = `data: a${end}${end}event: b${end}data: c${end}${end}`
    const frames = framesOf(encoder.encode(`${text}x`), [])
    expect(frames).toEqual([`data: a${end}${end}`, `event: b${end}data: c${end}${end}`, 'x'])
  })

  it('that are too long go on in pieces and lose nothing', () => {
    check(
      property(array(integer({ min: 1, max: 3_000 }), { maxLength: 20 }), (cuts) => {
        const text = `data: ${'x'.repeat(2_000)}\n\ndata: y\n\n`
        const frames = framesOf(encoder.encode(text), cuts, 64)
        expect(frames.join('')).toBe(text)
        expect(frames.at(-2)).toBe('data: y\n\n')
      }),
    )
  })
})

it('a frame under way is told, and a long one before it is not kept for a short beginning', () => {
  const cutter = frameCutter()
  expect(cutter.heldBytes).toBe(0)
  cutter.push(Buffer.alloc(1_000_000, 'a'))
  expect(cutter.heldBytes).toBeGreaterThanOrEqual(1_000_000)
  cutter.push(Buffer.from('\n\ndata'))
  expect(cutter.heldBytes).toBe(4)
  expect(Buffer.from(cutter.flush() ?? []).toString()).toBe('data')
  expect(cutter.heldBytes).toBe(0)
})

it('data of a frame', () => {
  expect(dataOf('event: x\r\ndata: a\r\ndata:b\r\n\r\n')).toBe('a\nb')
  expect(dataOf(': comment\n\n')).toBeNull()
})

/** What a browser would make of a whole stream, but for a last event without its boundary, which is read here. */
function eventsIn(text: string): string[] {
  const found: string[] = []
  const parser = createParser({ onEvent: ({ data }) => found.push(data) })
  parser.feed(text)
  parser.feed('\n\n')
  return found
}

it('the data of its frames are what a parser of the whole stream finds, whatever the reads were', () => {
  const lines = [
    'data: x',
    'data:y',
    'data',
    ':',
    ': ping',
    'event: a',
    'id: 1',
    'retry: 5',
    'other: z',
  ]
  const ends = ['\n', '\r\n', '\r', '\n\n', '\r\n\r\n', ' ', '\u4f60', 'data: {"a":"\\n"}']
  const pieces = constantFrom(...lines, ...ends)
  check(
    property(
      array(pieces, { maxLength: 40 }),
      array(integer({ min: 0, max: 600 }), { maxLength: 30 }),
      (parts, cuts) => {
        const text = parts.join('')
        const frames = framesOf(encoder.encode(text), cuts)
        expect(frames.map(dataOf).filter((data) => data !== null)).toEqual(eventsIn(text))
      },
    ),
    { numRuns: 2_000 },
  )
})

describe('frames one by one', () => {
  const bytes = new TextEncoder().encode('data: a\n\ndata: b\n\n')

  it('end with what is wrong behind them', () => {
    const one = { bytes: bytes.subarray(0, 9), ends: [9], open: false }
    const other = { bytes: bytes.subarray(9), ends: [9], open: false }
    const nothing = { bytes: new Uint8Array(0), ends: [] }
    const run = { bytes, ends: [9, 18] }
    expect(framesIn({ ...run, open: false })).toEqual([one, other])
    expect(framesIn({ ...run, open: true })).toEqual([one, other, { ...nothing, open: true }])
    const broken = { open: false, broken: true } as const
    expect(framesIn({ ...run, ...broken })).toEqual([one, other, { ...nothing, ...broken }])
  })
})
