import { expect, it } from 'vitest'
import { cutFrames } from './event-stream.ts'

const whole = ': hello\n\ndata: {"a":1}\n\nevent: x\ndata: {"b":\ndata: 2}\r\n\r\ndata: [DONE]\n\n'
const expected = ['{"a":1}', '{"b":\n2}', '[DONE]']

it('reads frames from one piece', () => {
  expect(cutFrames('', whole)).toEqual({ rest: '', frames: expected })
})

it('reads the same frames from pieces of one letter', () => {
  let rest = ''
  const frames: string[] = []
  for (const letter of whole) {
    const cut = cutFrames(rest, letter)
    rest = cut.rest
    frames.push(...cut.frames)
  }
  expect(frames).toEqual(expected)
})

it('keeps what is not whole yet', () => {
  expect(cutFrames('', 'data: {"a"')).toEqual({ rest: 'data: {"a"', frames: [] })
})
