import { expect, it } from 'vitest'
import { readStream } from '../../../conformance/conformance.ts'
import { openAiChat } from '../dialect.ts'

it('takes a choice’s own error for the failure that it is, in a stream and in one piece', () => {
  const error = { code: 502, message: 'The supplier is gone' }
  const choices = [{ index: 0, delta: {}, message: {}, finish_reason: null, error }]
  const failed = { kind: 'failed', failure: { kind: 'overloaded', message: error.message } }
  expect(openAiChat.asClient.answer({ choices }).at(-1)).toMatchObject(failed)
  const frame = `data: ${JSON.stringify({ id: 'a', choices })}\n\n`
  expect(readStream(openAiChat, [frame, 'data: [DONE]\n\n']).at(-1)).toMatchObject(failed)
})

it('takes an empty reason to stop for none', () => {
  const chunk = (content: string, finish_reason: string) =>
    `data: ${JSON.stringify({ id: 'a', choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`
  const events = readStream(openAiChat, [chunk('a', ''), chunk('b', ''), chunk('c', 'stop')])
  expect(events.filter(({ kind }) => kind === 'answer-end')).toHaveLength(1)
  expect(readStream(openAiChat, [chunk('a', '')]).at(-1)).toMatchObject({ kind: 'failed' })
})
