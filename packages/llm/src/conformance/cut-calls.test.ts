import { describe, expect, it } from 'vitest'
import { dialectNames } from '../canonical/dialect.ts'
import { dialects } from '../dialects.ts'
import { isContent, type ModelEvent } from '../canonical/event.ts'
import { joinedCalls } from '../canonical/calls/joined-calls.ts'
import { plainRequest } from '../testing/plain-request.ts'

/* A call that the output limit cut off must not look like a call without arguments: clients run those. */

const call = (index: number, text: string): ModelEvent[] => [
  { kind: 'tool-call', answer: 0, index, id: `c${index}`, name: `f${index}`, arguments: '' },
  { kind: 'tool-call', answer: 0, index, id: null, name: null, arguments: text },
]
const answered = (calls: readonly ModelEvent[], reason: 'length' | 'tool-calls'): ModelEvent[] => [
  { kind: 'start', id: 'a', model: 'm', created: 1 },
  { kind: 'text', answer: 0, text: 'I look.' },
  ...calls,
  { kind: 'answer-end', answer: 0, reason },
  { kind: 'end' },
]

describe.each(dialectNames)('for a client of %s', (name) => {
  const { asClient, asServer } = dialects[name]
  const streamed = (events: readonly ModelEvent[]): string => {
    const writer = asServer.write(plainRequest)
    return events.map((event) => writer.frames(event)).join('')
  }
  const readAgain = (events: readonly ModelEvent[]): (readonly ModelEvent[])[] => {
    const reader = asClient.read()
    const frames = streamed(events).split(/(?<=\n\r?\n)/)
    return [
      [...frames.flatMap((frame) => reader.step(frame)), ...reader.finish()],
      asClient.answer(asServer.answer(events, plainRequest)),
    ]
  }

  it.each(['', '{"city', '{"city":"Par"'])('a call cut off at %j is no call to run', (text) => {
    const events = answered([...call(0, '{"a":1}'), ...call(1, text)], 'length')
    for (const seen of readAgain(events)) {
      const [first, second] = joinedCalls(seen)
      expect(first).toMatchObject({ name: 'f0', arguments: '{"a":1}' })
      if (second !== undefined) expect(() => JSON.parse(second.arguments)).toThrow()
      expect(seen.some((event) => event.kind === 'answer-end')).toBe(true)
    }
    const whole = JSON.stringify(asServer.answer(events, plainRequest))
    for (const told of [streamed(events), whole]) expect(told).toContain('f1')
  })

  it('a call without arguments that is whole is one', () => {
    const events = answered([...call(0, ''), ...call(1, '')], 'tool-calls')
    for (const seen of readAgain(events)) {
      expect(joinedCalls(seen).map(({ name: called }) => called)).toEqual(['f0', 'f1'])
      for (const { arguments: text } of joinedCalls(seen)) expect(text || '{}').toBe('{}')
    }
  })

  it('nothing but a call that was cut off is an answer all the same', () => {
    const [start, , ...rest] = answered(call(0, '{"a'), 'length')
    for (const seen of readAgain(start === undefined ? [] : [start, ...rest])) {
      expect(seen.at(-1)?.kind).toBe('end')
      expect(seen.filter(isContent).every(({ kind }) => kind === 'tool-call')).toBe(true)
    }
  })
})
