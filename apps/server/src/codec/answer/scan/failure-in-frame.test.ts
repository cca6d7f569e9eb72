import { dialects, scanOf } from '@posthouse/llm/dialects'
import { expect, it } from 'vitest'
import { failureAmong } from './failure-in-frame.ts'

const failureOf = (frame: string) =>
  failureAmong(
    { bytes: Buffer.from(frame), ends: [frame.length], open: false },
    frame,
    scanOf(dialects['openai-chat']),
  )

it('of more values than a turn can read, and not of a long text', () => {
  const dense = `data: {"choices":[],"name":1,"z":[${'{},'.repeat(200_000)}{}]}\n\n`
  expect(failureOf(dense)?.failure.kind).toBe('too-large')
  const long = `data: {"choices":[{"delta":{"content":"${'{},'.repeat(200_000)}"}}]}\n\n`
  expect(failureOf(long)).toBeNull()
})
