import { describe, expect, it } from 'vitest'
import type { ModelEvent } from './event.ts'
import { AnswerBounds, answerPartsMax, withinBounds } from './answer-bounds.ts'

const call = (index: number, id: string | null): ModelEvent => ({
  kind: 'tool-call',
  answer: 0,
  index,
  id,
  name: id === null ? null : 'f',
  arguments: '{}',
})
const text = (answer = 0): ModelEvent => ({ kind: 'text', answer, text: 'a' })
const reasoned = (signature: string | null, answer = 0): ModelEvent => ({
  kind: 'reasoning',
  answer,
  text: 'a',
  signature,
})
const picture: ModelEvent = {
  kind: 'image',
  answer: 0,
  source: { kind: 'data', mediaType: 'image/png', base64: '' },
}
const times = (count: number, make: (at: number) => readonly ModelEvent[]): ModelEvent[] =>
  Array.from({ length: count }, (_, at) => make(at)).flat()

const isWhole = (events: readonly ModelEvent[]): boolean => withinBounds(events) === events

describe('the parts of an answer', () => {
  it.each<[string, readonly ModelEvent[]]>([
    ['calls', times(answerPartsMax, (at) => [call(at, `c${at}`)])],
    ['pictures', times(answerPartsMax, () => [picture])],
    ['texts and reasoning by turns', times(answerPartsMax / 2, () => [text(), reasoned(null)])],
    ['signed reasoning', times(answerPartsMax, () => [reasoned('s')])],
    ['alternatives', times(answerPartsMax, (at) => [text(at)])],
  ])('are bounded: %s', (_, events) => {
    expect(isWhole(events)).toBe(true)
    const over = [...events, text(99_999), text(99_998)]
    expect(withinBounds(over)).toMatchObject([
      { kind: 'failed', failure: { kind: 'too-large', message: 'the answer has too many parts' } },
    ])
  })

  it.each<[string, readonly ModelEvent[]]>([
    ['of a text', times(20_000, () => [text()])],
    ['of two texts by turns', times(20_000, () => [text(0), reasoned(null, 1)])],
    ['of two calls by turns', times(20_000, () => [call(0, null), call(1, null)])],
    [
      'of a text with how likely they are',
      times(20_000, () => [text(), { kind: 'logprobs', answer: 0, tokens: [] }]),
    ],
  ])('may come in any number of pieces: %s', (_, events) => {
    expect(isWhole(events)).toBe(true)
  })
})

it('arguments of a call are bounded in their depth, by whatever pieces they come', () => {
  const piece = (index: number, words: string): ModelEvent => ({
    kind: 'tool-call',
    answer: 0,
    index,
    id: null,
    name: null,
    arguments: words,
  })
  const opened = (index: number) => times(128, () => [piece(index, '{"a":')])
  expect(isWhole([...opened(0), ...opened(1), piece(0, '1')])).toBe(true)
  expect(withinBounds([...opened(0), ...opened(1), piece(0, '[')])).toMatchObject([
    { kind: 'failed', failure: { message: 'the answer is nested too deep' } },
  ])
})

it('the extent of an answer is plain data: its bounds go on from a copy of it', () => {
  const piece = (words: string): ModelEvent => ({
    kind: 'tool-call',
    answer: 0,
    index: 0,
    id: null,
    name: null,
    arguments: words,
  })
  const events = [
    ...times(answerPartsMax - 2, (at) => [text(at)]),
    call(0, 'c'),
    piece('{"a":"\\'),
    // The quote that begins it is escaped: the brackets stand in a text.
    piece(`"${'['.repeat(200)}"}`),
    text(0),
    reasoned(null),
    reasoned(null),
    text(0),
  ]
  let moved = new AnswerBounds()
  const whole = new AnswerBounds()
  const kinds = events.map((event) => {
    const { kind } = whole.within(event)
    expect(moved.within(event).kind).toBe(kind)
    moved = new AnswerBounds(structuredClone(moved.extent))
    return kind
  })
  expect(kinds.filter((kind) => kind === 'failed')).toHaveLength(1)
  expect(kinds.at(-1)).toBe('failed')
})
