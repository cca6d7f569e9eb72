import { array, assert, integer, json, property } from 'fast-check'
import { expect, it } from 'vitest'
import { JsonList } from './json-list.ts'

const listOf = (pieces: readonly Buffer[], error?: string): string => {
  const list = new JsonList()
  const out = pieces.map((piece) => list.write(piece))
  return Buffer.concat([...out, list.end(error)]).toString('utf8')
}

it('has the data of every frame, however the bytes were cut', () => {
  assert(
    property(array(json()), array(integer({ min: 1, max: 9 })), (values, cuts) => {
      const bytes = Buffer.from(values.map((value) => `data: ${value}\r\n\r\n`).join(''))
      const pieces: Buffer[] = []
      let from = 0
      for (const length of cuts) pieces.push(bytes.subarray(from, (from += length)))
      pieces.push(bytes.subarray(from))
      expect(JSON.parse(listOf(pieces))).toEqual(values.map((value) => JSON.parse(value)))
    }),
  )
})

it('grows with the stream', () => {
  const list = new JsonList()
  expect(list.write(Buffer.from('data: {"a":1}\n\nda')).toString()).toBe('[{"a":1}')
  expect(list.write(Buffer.from(': keep-alive\n\n')).toString()).toBe('\n')
  expect(list.write(Buffer.from('data: {"b":"ü"}\n\n')).toString()).toBe(',\n{"b":"ü"}')
  expect(list.end().toString()).toBe(']')
})

it('ends with an error in place of half a frame', () => {
  const half = [Buffer.from('data: {"a":1}\n\ndata: {"b"')]
  expect(listOf(half, '{"error":{}}')).toBe('[{"a":1},\n{"error":{}}]')
  expect(listOf([Buffer.from(': keep-alive\n\n')], '{"error":{}}')).toBe('\n[{"error":{}}]')
  expect(listOf([])).toBe('[]')
})

it('passes a frame on that is too long to be held', () => {
  const text = 'x'.repeat(17 * 1024 * 1024)
  const bytes = Buffer.from(`data: {"a":"${text}"}\n\ndata: 2\n\n`)
  const cut = 16.5 * 1024 * 1024
  const out = listOf([bytes.subarray(0, cut), bytes.subarray(cut)])
  const [first, second] = JSON.parse(out)
  expect([first.a.length, second]).toEqual([text.length, 2])
})
