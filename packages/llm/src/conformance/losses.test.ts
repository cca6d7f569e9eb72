import { expect, test } from 'vitest'
import { clientOf, type Dialect, dialects } from '../dialects.ts'
import type { ContentEvent, ModelEvent } from '../canonical/event.ts'
import { lossesIn, lossText, lossOf, lostIn } from '../canonical/losses.ts'
import { plainRequest } from '../testing/plain-request.ts'

const picture = { kind: 'data', mediaType: 'image/png', base64: 'cGljdHVyZQ==' } as const
const elsewhere = { kind: 'url', url: 'http://127.0.0.1/mark' } as const

/** One event of every kind of content, and of every form that is carried otherwise. */
const samples: readonly ContentEvent[] = [
  { kind: 'text', answer: 0, text: 'mark' },
  { kind: 'reasoning', answer: 0, text: 'mark', signature: null },
  { kind: 'refusal', answer: 0, text: 'mark' },
  { kind: 'tool-call', answer: 0, index: 0, id: 'call_1', name: 'mark', arguments: '{}' },
  { kind: 'tool-result', answer: 0, id: 'call_1', text: 'mark' },
  { kind: 'image', answer: 0, source: picture },
  { kind: 'image', answer: 0, source: elsewhere },
  { kind: 'audio', answer: 0, base64: 'c291bmQ=', transcript: '' },
  { kind: 'file', answer: 0, source: picture },
  { kind: 'citation', answer: 0, url: 'http://127.0.0.1/mark', title: 'mark', from: 0, to: 1 },
  { kind: 'logprobs', answer: 0, tokens: [{ token: 'mark', logprob: -1, bytes: null, top: [] }] },
]

/** What tells that the event got through. */
const marks = /mark|cGljdHVyZQ==|c291bmQ=/

const around = (event: ContentEvent): readonly ModelEvent[] => [
  { kind: 'start', id: 'answer_1', model: 'model', created: 1 },
  // A citation stands in a text.
  { kind: 'text', answer: 0, text: 'x' },
  event,
  { kind: 'answer-end', answer: 0, reason: 'stop' },
  { kind: 'end' },
]

const completions = clientOf({ operation: 'completions', dialect: 'openai-chat' })
const writers = [...Object.entries(dialects), ['completions', completions]] as const

for (const [name, dialect] of writers) {
  for (const event of samples) {
    const form = 'source' in event ? `${event.kind} ${event.source.kind}` : event.kind
    test(`${name}: ${form} is written, or told as lost`, () => {
      const events = around(event)
      const { losses } = dialect.asServer
      const written = { streamed: streamOf(dialect, events), whole: wholeOf(dialect, events) }
      for (const way of ['streamed', 'whole'] as const) {
        const lost = lossOf(losses, event, way)
        expect(marks.test(written[way]), way).toBe(lost === null)
        expect(lostIn(losses, [...events, event], way)).toEqual(
          lost === null ? [] : [`answer.${event.kind}`],
        )
      }
    })
  }
}

function streamOf({ asServer }: Dialect, events: readonly ModelEvent[]): string {
  const writer = asServer.write(plainRequest)
  return events.map((event) => writer.frames(event)).join('')
}

const wholeOf = ({ asServer }: Dialect, events: readonly ModelEvent[]): string =>
  JSON.stringify(asServer.answer(events, plainRequest))

test('a record of losses is read back, whatever stands before it', () => {
  const lost = ['answer.file', 'answer.tool-result']
  expect(lossesIn(lossText(lost))).toEqual(lost)
  expect(lossesIn(`the upstream said: not carried: a secret; ${lossText(lost)}`)).toEqual(lost)
  expect(lossesIn('not carried: a secret')).toEqual([])
  expect([lossText([]), lossesIn('')]).toEqual(['', []])
})
