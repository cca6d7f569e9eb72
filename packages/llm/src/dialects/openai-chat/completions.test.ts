import { anything, assert as check, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientOf, dialects } from '../../dialects.ts'
import type { ModelEvent } from '../../canonical/event.ts'
import { noUsage } from '../../canonical/usage.ts'

const { asServer } = clientOf({ operation: 'completions', dialect: 'openai-chat' })
const read = (more: object) => asServer.request({ model: 'm', prompt: 'Once', ...more })
const requestOf = (more: object = {}) => {
  const decoded = read(more)
  if (!decoded.ok) throw new Error(decoded.reason)
  return decoded.value
}

describe('a prompt', () => {
  it('is what a user says in a chat', () => {
    const asked = { max_tokens: 9, stop: ['\n'], n: 2, temperature: 0, user: 'ada', stream: true }
    expect(dialects['openai-chat'].asClient.body(requestOf(asked))).toMatchObject({
      body: {
        model: 'm',
        messages: [{ role: 'user', content: 'Once' }],
        max_completion_tokens: 9,
        stop: ['\n'],
        n: 2,
        temperature: 0,
        user: 'ada',
        stream: true,
      },
      dropped: [],
    })
    expect(requestOf({ prompt: ['Once'] }).messages).toEqual(requestOf().messages)
  })

  it('names what a chat has no place for', () => {
    expect(requestOf({ echo: true, logprobs: 3, best_of: 4 }).lost).toEqual([
      'echo',
      'logprobs',
      'best_of',
    ])
    expect(requestOf({ echo: false, logprobs: null, best_of: 2, n: 2, suffix: '' }).lost).toEqual(
      [],
    )
  })

  it.each([
    ['prompt', { prompt: ['a', 'b'] }],
    ['prompt', { prompt: [1, 2, 3] }],
    ['prompt', { prompt: [[1, 2]] }],
    ['prompt', { prompt: [] }],
    ['suffix', { suffix: 'the end' }],
  ])('is refused for its %s: %o', (field, more) => {
    expect(read(more)).toMatchObject({ ok: false, field })
  })

  it('comes out of anything without an exception', () => {
    check(property(anything(), (value) => void asServer.request(value)))
    check(property(anything(), (prompt) => void read({ prompt })))
  })
})

const events: readonly ModelEvent[] = [
  { kind: 'start', id: 'x-1', model: 'm', created: 5 },
  { kind: 'reasoning', answer: 0, text: 'hm', signature: null },
  { kind: 'text', answer: 0, text: 'upon ' },
  { kind: 'text', answer: 1, text: 'more' },
  { kind: 'text', answer: 0, text: 'a time' },
  { kind: 'answer-end', answer: 1, reason: 'length' },
  { kind: 'answer-end', answer: 0, reason: 'stop' },
  { kind: 'usage', usage: { ...noUsage, input: 2, output: 3 } },
  { kind: 'end' },
]
const head = { id: 'x-1', object: 'text_completion', created: 5, model: 'm' }

describe('a completion', () => {
  it('is the text of the answers', () => {
    expect(asServer.answer(events, requestOf())).toMatchObject({
      ...head,
      choices: [
        { index: 0, text: 'upon a time', logprobs: null, finish_reason: 'stop' },
        { index: 1, text: 'more', logprobs: null, finish_reason: 'length' },
      ],
      usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
    })
  })

  it.each([true, false])('streams, with usage when it is asked for: %s', (include_usage) => {
    const writer = asServer.write(requestOf({ stream_options: { include_usage } }))
    const frames = events.map((event) => writer.frames(event)).join('')
    const data = frames.split('\n\n').filter((frame) => frame !== '')
    expect(data.at(-1)).toBe('data: [DONE]')
    const chunks = data.slice(0, -1).map((frame) => JSON.parse(frame.slice(6)))
    expect(chunks).toHaveLength(include_usage ? 6 : 5)
    expect(chunks[0]).toEqual({
      ...head,
      choices: [{ index: 0, text: 'upon ', logprobs: null, finish_reason: null }],
    })
    expect(chunks[3].choices).toEqual([
      { index: 1, text: '', logprobs: null, finish_reason: 'length' },
    ])
    if (include_usage)
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 5 } })
  })
})
