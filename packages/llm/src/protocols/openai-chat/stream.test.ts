import { expect, it } from 'vitest'
import { readStream } from '../../conformance/conformance.ts'
import { openAiChat } from './protocol.ts'

it('takes a choice’s own error for the failure that it is, in a stream and in one piece', () => {
  const error = { code: 502, message: 'The supplier is gone' }
  const choices = [{ index: 0, delta: {}, message: {}, finish_reason: null, error }]
  const failed = { kind: 'failed', failure: { kind: 'overloaded', message: error.message } }
  expect(openAiChat.asClient.answer({ choices }).at(-1)).toMatchObject(failed)
  const frame = `data: ${JSON.stringify({ id: 'a', choices })}\n\n`
  expect(readStream(openAiChat, [frame, 'data: [DONE]\n\n']).at(-1)).toMatchObject(failed)
})
