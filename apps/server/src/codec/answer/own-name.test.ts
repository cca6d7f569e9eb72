import { dialectNames } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { expect, it } from 'vitest'
import { namedForClient } from './client-context.ts'

it.each(dialectNames)('an answer without a name of its supplier’s has one of ours in %s', (to) => {
  const read = namedForClient({
    request: plainRequest,
    now: 1,
    name: null,
    ownName: 'posthouse-r1',
  })
  const start = { kind: 'start', id: '', model: '', created: 0 } as const
  const text = { kind: 'text', answer: 0, text: 'x' } as const
  const end = { kind: 'answer-end', answer: 0, reason: 'stop' } as const
  const events = [start, text, end, { kind: 'end' } as const].map(read)
  const writer = dialects[to].asServer.write(plainRequest)
  const streamed = events.map((event) => writer.frames(event)).join('')
  const whole = JSON.stringify(dialects[to].asServer.answer(events, plainRequest))
  for (const told of [streamed, whole]) {
    expect(told).toContain('posthouse-r1')
    expect(told).not.toContain('"id":""')
  }
})
