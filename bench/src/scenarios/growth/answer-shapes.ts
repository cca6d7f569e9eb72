import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { noUsage } from '@posthouse/llm/canonical/usage'

/* Answers that are large in one way each, as events. */

const times = (size: number, make: (index: number) => readonly ModelEvent[]): ModelEvent[] =>
  Array.from({ length: size }, (_, index) => make(index)).flat()

const text = (words: string): ModelEvent => ({ kind: 'text', answer: 0, text: words })
const begun = (index: number, signature?: string): ModelEvent => ({
  kind: 'tool-call',
  answer: 0,
  index,
  id: `call_${index}`,
  name: 'f',
  arguments: '',
  ...(signature === undefined ? {} : { signature }),
})
const more = (index: number, words: string): ModelEvent => ({
  kind: 'tool-call',
  answer: 0,
  index,
  id: null,
  name: null,
  arguments: words,
})

const whole = (...parts: readonly (readonly ModelEvent[])[]): readonly ModelEvent[] => [
  { kind: 'start', id: 'a', model: 'm', created: 1 },
  ...parts.flat(),
  { kind: 'answer-end', answer: 0, reason: 'stop' },
  { kind: 'usage', usage: { ...noUsage, input: 1, output: 1 } },
  { kind: 'end' },
]

/** By what is large in it; a size is a number of events, more or less. */
export const answerShapes: Readonly<Record<string, (size: number) => readonly ModelEvent[]>> = {
  'pieces of text': (size) => whole(times(size, () => [text('hello ')])),
  'calls one after the other': (size) =>
    whole(times(size, (index) => [begun(index), more(index, '{"a":1}')])),
  'calls that grow in turns': (size) =>
    whole(
      times(size / 2, (index) => [begun(index)]),
      times(size / 2, (index) => [more(index, '{"a":')]),
      times(size / 2, (index) => [more(index, '1}')]),
    ),
  'one call in many pieces beside another': (size) =>
    whole(
      [begun(0), begun(1)],
      times(size, () => [more(0, '{}'), more(1, '{}')]),
    ),
  'signed calls': (size) =>
    whole(times(size, (index) => [begun(index, 'gemini:c2ln'), more(index, '{}')])),
  'reasoning and texts in turns': (size) =>
    whole(
      times(size / 2, (index) => [
        { kind: 'reasoning', answer: 0, text: 'hm', signature: `openai-responses:c${index}` },
        text('so'),
      ]),
    ),
  'texts and refusals in turns': (size) =>
    whole(times(size / 2, () => [text('so'), { kind: 'refusal', answer: 0, text: 'no' }])),
  citations: (size) =>
    whole(
      [text('é'.repeat(size))],
      times(size, (index): ModelEvent[] => [
        { kind: 'citation', answer: 0, url: 'https://a.example', title: null, from: 0, to: index },
      ]),
    ),
  pictures: (size) =>
    whole(
      times(size, (): ModelEvent[] => [
        {
          kind: 'image',
          answer: 0,
          source: { kind: 'data', mediaType: 'image/png', base64: 'aGVsbG8=' },
        },
      ]),
    ),
  alternatives: (size) => [
    { kind: 'start', id: 'a', model: 'm', created: 1 },
    ...times(size, (answer) => [{ kind: 'text', answer, text: 'so' }]),
    ...times(size, (answer) => [{ kind: 'answer-end', answer, reason: 'stop' }]),
    { kind: 'end' },
  ],
}
