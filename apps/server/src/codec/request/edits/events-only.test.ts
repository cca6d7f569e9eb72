import { expect, it } from 'vitest'
import { eventsOnly } from './events-only.ts'
import type { BodySink } from '../../../upstream/transport/transport.ts'

/** What a reader of a body that comes in these pieces sees. */
function readOf(pieces: readonly string[]): string[] {
  const seen: string[] = []
  let sink: BodySink | null = null
  const source = { read: (reader: BodySink) => (sink = reader), pause: () => {}, resume: () => {} }
  eventsOnly({ ...source, read: (reader) => void source.read(reader) }).read({
    data: (chunk) => seen.push(chunk.toString('utf8')),
    end: () => seen.push('[end]'),
    fail: ({ fault }) => seen.push(`[${fault}]`),
  })
  const reader: BodySink | null = sink
  for (const piece of pieces) (reader as BodySink | null)?.data(Buffer.from(piece))
  ;(reader as BodySink | null)?.end()
  return seen
}

it.each([
  [['data: {}\n\n', 'data: x\n\n']],
  [['\uFEFF\n', 'event: a\n', 'data: b\n\n']],
  [['da', 'ta', ':', ' x\n\n']],
  [[': ping\n\n', 'data: x\n\n']],
  [['']],
  [[' ']],
])('hands on every byte of %j', (pieces) => {
  expect(readOf(pieces).join('')).toBe(`${pieces.join('')}[end]`)
})

it.each([[['{"id":1}']], [[' ', '[{"a":1}]']], [['<html>']], [['no', 'thing']]])(
  'fails at %j, once',
  (pieces) => {
    expect(readOf(pieces)).toEqual(['[no-stream]'])
  },
)
