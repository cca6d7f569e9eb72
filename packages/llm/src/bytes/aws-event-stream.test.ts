import { array, assert as check, integer, property, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FrameRun } from './framing.ts'
import { eventMessage, eventNamed, exceptionNamed } from '../testing/event-message.ts'
import { messageCutter } from './aws-event-stream.ts'
import { messageIn, messageLength } from './event-message.ts'

const frame = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`

type Cut = { readonly frames: readonly string[]; readonly fault: 'open' | 'broken' | null }

/** What reads of these sizes, over and over, are cut into. */
function cut(bytes: Uint8Array, sizes: readonly number[] = [bytes.length], bytesMax?: number): Cut {
  const cutter = messageCutter(bytesMax)
  const frames: string[] = []
  let fault: Cut['fault'] = null
  let at = 0
  for (let read = 0; at < bytes.length; read += 1) {
    const size = Math.max(1, sizes[read % sizes.length] ?? 1)
    const run = cutter.push(bytes.subarray(at, at + size))
    at += size
    for (const text of run === null ? [] : textsOf(run)) frames.push(text)
    fault ??= run === null ? null : faultOf(run)
  }
  expect(cutter.flush()).toBeNull()
  return { frames, fault }
}

const textsOf = ({ bytes, ends }: FrameRun): string[] =>
  ends.map((end, nth) => Buffer.from(bytes.subarray(ends[nth - 1] ?? 0, end)).toString('utf8'))

const faultOf = ({ open, broken }: FrameRun): Cut['fault'] =>
  broken === true ? 'broken' : open ? 'open' : null

const messages = [
  eventNamed('messageStart', { role: 'assistant' }),
  eventNamed('contentBlockDelta', { delta: { text: '驿站' } }),
  exceptionNamed('throttlingException', 'Too many'),
]
const stream = Buffer.concat(messages)
const frames = [
  frame('messageStart', '{"role":"assistant"}'),
  frame('contentBlockDelta', '{"delta":{"text":"驿站"}}'),
  frame('exception', '{"code":"throttlingException","said":"{\\"message\\":\\"Too many\\"}"}'),
]

describe('a message', () => {
  // https://github.com/awslabs/aws-c-event-stream/tree/main/tests/resources: payload_no_headers, int32_header.
  it.each([
    ['without headers', '0000001d00000000fd528c5a7b27666f6f273a27626172277dc3653936'],
    [
      'with a number for a header',
      '0000002d0000001041c424b80a6576656e742d747970650400 00a00c7b27666f6f273a27626172277d36f480a0',
    ],
  ])('is read as AWS publishes it, %s', (_, hex) => {
    const bytes = Buffer.from(hex.replace(' ', ''), 'hex')
    expect(messageLength(bytes)).toBe(bytes.length)
    const message = messageIn(bytes)
    expect(message?.payload.toString()).toBe("{'foo':'bar'}")
    expect(message?.headers.size).toBe(0)
  })

  it('tells headers of every type apart', () => {
    const texts = eventMessage({ a: 'b', ':message-type': 'event' }, '')
    expect(messageIn(Buffer.from(texts))?.headers).toEqual(
      new Map([
        ['a', 'b'],
        [':message-type', 'event'],
      ]),
    )
  })
})

describe('a stream of messages', () => {
  it('means the same in any reads', () => {
    const sizes = array(integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 9 })
    check(
      property(sizes, (reads) => {
        expect(cut(stream, reads)).toEqual({ frames, fault: null })
      }),
    )
  })

  it('is broken from the first byte on that is not as it was sent', () => {
    check(
      property(
        integer({ min: 0, max: stream.length - 1 }),
        integer({ min: 1, max: 255 }),
        (at, by) => {
          const bytes = Buffer.from(stream)
          bytes[at] = (bytes[at] ?? 0) ^ by
          const { frames: found, fault } = cut(bytes, [7])
          expect(fault).toBe('broken')
          expect(found).toEqual(frames.slice(0, found.length))
          expect(found.length).toBeLessThan(frames.length)
        },
      ),
    )
  })

  it('neither throws nor goes on at any bytes', () => {
    check(
      property(uint8Array({ minLength: 12, maxLength: 300 }), (bytes) => {
        expect(cut(Buffer.concat([bytes, stream]), [13])).toEqual({ frames: [], fault: 'broken' })
      }),
    )
  })

  it('keeps nothing of a message that was cut off', () => {
    const cutter = messageCutter()
    expect(cutter.push(stream.subarray(0, stream.length - 1))?.ends).toHaveLength(2)
    expect(cutter.heldBytes).toBeGreaterThan(0)
    expect(cutter.flush()).toBeNull()
    expect(cutter.heldBytes).toBe(0)
  })

  it('waits for no message that is too long', () => {
    const long = eventNamed('contentBlockDelta', { delta: { text: 'x'.repeat(500) } })
    const bytes = Buffer.concat([...messages, long, ...messages])
    expect(cut(bytes, [50], 400)).toEqual({ frames, fault: 'open' })
  })
})

describe('what a message says', () => {
  it.each([
    ['no kind', { ':event-type': 'messageStart' }],
    ['an unknown kind', { ':message-type': 'other', ':event-type': 'messageStart' }],
    ['no name', { ':message-type': 'event' }],
    ['more than a name', { ':message-type': 'event', ':event-type': 'a\ndata: b' }],
  ])('is broken with %s', (_, headers) => {
    expect(cut(eventMessage(headers, '{}'))).toEqual({ frames: [], fault: 'broken' })
  })

  it('may have several lines', () => {
    const headers = { ':message-type': 'event', ':event-type': 'metadata' }
    expect(cut(eventMessage(headers, '{\n"a":1\r\n}')).frames).toEqual([
      'event: metadata\ndata: {\ndata: "a":1\ndata: }\n\n',
    ])
  })

  it('may be an error of the connection', () => {
    const headers = { ':message-type': 'error', ':error-code': 'Gone', ':error-message': 'later' }
    expect(cut(eventMessage(headers, '')).frames).toEqual([
      frame('exception', '{"code":"Gone","said":"later"}'),
    ])
  })
})
