import { array, assert as check, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { eventReader } from './event-stream.ts'

const whole = ': hello\n\ndata: {"a":1}\n\nevent: x\ndata: {"b":\ndata: 2}\r\n\r\ndata: [DONE]'
const expected = ['{"a":1}', '{"b":\n2}', '[DONE]']

function readOf(pieces: readonly string[]): string[] {
  const found: string[] = []
  const reader = eventReader((data) => found.push(data))
  for (const piece of pieces) reader.take(piece)
  reader.end()
  return found
}

it('reads the same events from pieces of any size', () => {
  expect(readOf([whole])).toEqual(expected)
  expect(readOf(whole.split(''))).toEqual(expected)
  check(
    property(array(integer({ min: 0, max: whole.length })), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
      const pieces = places.slice(1).map((to, at) => whole.slice(places[at], to))
      expect(readOf(pieces)).toEqual(expected)
    }),
  )
})

it('keeps what is not whole yet', () => {
  const found: string[] = []
  eventReader((data) => found.push(data)).take('data: {"a"')
  expect(found).toEqual([])
})
