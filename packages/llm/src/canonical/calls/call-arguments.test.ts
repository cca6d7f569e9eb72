import { expect, test } from 'vitest'
import { dialects } from '../../dialects.ts'
import type { ModelEvent } from '../event.ts'
import { argumentsOf } from './call-arguments.ts'

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test('arguments are read to a depth that can be written again', () => {
  expect(argumentsOf(nested(128))).not.toBeNull()
  for (const depth of [129, 5_000, 100_000]) expect(argumentsOf(nested(depth))).toBeNull()
  for (const none of ['', '{', '[]', '1']) expect(argumentsOf(none)).toBeNull()
})

test.each(['anthropic-messages', 'gemini'] as const)(
  'a call of an upstream nested 5 000 deep is written to a client of %s',
  (client) => {
    const read = dialects['openai-chat'].asServer.request({ model: 'm', messages: [] })
    const request = read.ok ? read.value : expect.fail(read.field)
    const call = { kind: 'tool-call', answer: 0, index: 0, id: 'c', name: 'f' } as const
    const events: ModelEvent[] = [
      { kind: 'start', id: 'r', model: 'm', created: 0 },
      { ...call, arguments: nested(5_000) },
      { kind: 'answer-end', answer: 0, reason: 'tool-calls' },
      { kind: 'end' },
    ]
    const answer = JSON.stringify(dialects[client].asServer.answer(events, request))
    expect(answer).toMatch(/"(input|args)":\{\}/)
  },
)
