import { describe, expect, it } from 'vitest'
import type { ModelEvent } from '../../../canonical/event.ts'
import { answer, finish, start, step } from './stream.ts'

function eventsOf(...chunks: readonly object[]): ModelEvent[] {
  let state = start()
  const events: ModelEvent[] = []
  for (const chunk of chunks) {
    const [next, more] = step(state, `data: ${JSON.stringify(chunk)}\r\n\r\n`)
    state = next
    events.push(...more)
  }
  return [...events, ...finish(state)]
}

const said = (text: string, others: object = {}) => ({
  candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0, ...others }],
})
const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 }
const kindsOf = (events: readonly ModelEvent[]) => events.map(({ kind }) => kind)

describe('a stream', () => {
  it('reports once what every chunk repeats, when it broke off too', () => {
    const half = { ...said('a'), usageMetadata }
    expect(kindsOf(eventsOf(half, half))).toEqual(['start', 'text', 'text', 'usage', 'failed'])
    const failure = { error: { code: 500, message: 'm', status: 'INTERNAL' } }
    expect(kindsOf(eventsOf(half, failure))).toEqual(['start', 'text', 'usage', 'failed'])
    expect(
      eventsOf(half, { ...said('b', { finishReason: 'STOP' }), usageMetadata }),
    ).toContainEqual(
      expect.objectContaining({ kind: 'usage', usage: expect.objectContaining({ input: 3 }) }),
    )
  })

  it('goes on after a reason that some servers write into every chunk', () => {
    const stopped = { finishReason: 'STOP' }
    const events = eventsOf(said('a', stopped), said('b', { finishReason: 'MAX_TOKENS' }))
    expect(kindsOf(events)).toEqual(['start', 'text', 'text', 'answer-end', 'end'])
    expect(events).toContainEqual({ kind: 'answer-end', answer: 0, reason: 'length' })
    const open = said('a', { finishReason: 'FINISH_REASON_UNSPECIFIED' })
    expect(eventsOf(open).at(-1)).toMatchObject({ kind: 'failed' })
  })

  it('has pictures with what signs them, and none that are drafts', () => {
    const inlineData = { mimeType: 'image/png', data: 'AA==' }
    const parts = [
      { inlineData, thought: true, thoughtSignature: 'D' },
      { inlineData, thoughtSignature: 'P' },
      { inlineData },
    ]
    const events = eventsOf({ candidates: [{ content: { parts }, finishReason: 'STOP' }] })
    const pictures = events.filter(({ kind }) => kind === 'image')
    expect(pictures).toMatchObject([{ signature: 'gemini:P' }, { answer: 0 }])
    expect(pictures[1]).not.toHaveProperty('signature')
  })

  it('that calls a function ends so, whatever the reason', () => {
    const parts = [{ functionCall: { name: 'f' } }]
    const candidates = [{ content: { parts }, finishReason: 'MAX_TOKENS' }]
    expect(eventsOf({ candidates, responseId: 'r' })).toMatchObject([
      { kind: 'start' },
      { kind: 'tool-call', id: 'call_r_0_0', arguments: '{}' },
      { kind: 'answer-end', reason: 'tool-calls' },
      { kind: 'end' },
    ])
  })

  it('makes other ids for calls of other answers, when these have none', () => {
    const idOf = (tokens: number) => {
      const candidates = [{ content: { parts: [{ functionCall: { name: 'f' } }] } }]
      const events = eventsOf({ candidates, usageMetadata: { promptTokenCount: tokens } })
      return events.find((event) => event.kind === 'tool-call')?.id
    }
    expect(idOf(10)).toMatch(/^call_[0-9a-f]+_0_0$/)
    expect(idOf(10)).toBe(idOf(10))
    expect(idOf(10)).not.toBe(idOf(11))
  })

  it('is no answer when the model went wrong and gave nothing', () => {
    const wrong = { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'print(f(' }
    expect(eventsOf({ candidates: [wrong], usageMetadata })).toMatchObject([
      { kind: 'start' },
      { kind: 'usage' },
      { kind: 'failed', failure: { message: 'print(f(', code: 'MALFORMED_FUNCTION_CALL' } },
    ])
    expect(eventsOf(said('a', wrong)).slice(-2)).toMatchObject([
      { kind: 'answer-end', reason: 'stop' },
      { kind: 'end' },
    ])
    const empty = eventsOf({ candidates: [{ finishReason: 'STOP' }] })
    expect(kindsOf(empty)).toEqual(['start', 'answer-end', 'end'])
  })

  it('numbers the alternatives and their calls', () => {
    const call = { functionCall: { name: 'f', id: 'x' } }
    const chunk = (index: number, others: object = {}) => ({
      candidates: [{ index, content: { parts: [call] }, ...others }],
    })
    const events = eventsOf(chunk(0), chunk(1), chunk(0, { finishReason: 'STOP' }), {
      candidates: [{ index: 1, finishReason: 'STOP' }],
    })
    const places = events.flatMap((event) =>
      event.kind === 'tool-call' ? [[event.answer, event.index]] : [],
    )
    expect(places).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ])
    expect(events.filter(({ kind }) => kind === 'answer-end')).toHaveLength(2)
  })

  it('leaves out drafts in reasoning and what the vendor’s own tools did', () => {
    const parts = [
      { inlineData: { mimeType: 'image/png', data: 'AA' }, thought: true },
      { executableCode: { code: '1' } },
      { codeExecutionResult: { output: '1' } },
      { text: '' },
    ]
    const events = eventsOf({ candidates: [{ content: { parts }, finishReason: 'STOP' }] })
    expect(kindsOf(events)).toEqual(['start', 'answer-end', 'end'])
  })

  it('fails at what is no chunk, and says nothing after', () => {
    const [state, events] = step(start(), 'data: {"a\n\n')
    expect(kindsOf(events)).toEqual(['failed'])
    expect(step(state, 'data: {}\n\n')[1]).toEqual([])
    expect(finish(state)).toEqual([])
    expect(kindsOf(step(start(), 'data: 1\n\n')[1])).toEqual(['failed'])
    expect(step(start(), ': comment\n\n')[1]).toEqual([])
  })
})

describe('a whole answer', () => {
  it('may be a list of chunks, or of an error', () => {
    const events = answer([said('a'), { ...said('b', { finishReason: 'STOP' }), usageMetadata }])
    expect(kindsOf(events)).toEqual(['start', 'text', 'text', 'answer-end', 'usage', 'end'])
    const wrong = { error: { code: 429, message: 'm', status: 'RESOURCE_EXHAUSTED' } }
    expect(answer([wrong])).toMatchObject([{ failure: { kind: 'rate-limited' } }])
    expect(answer(wrong)).toMatchObject([{ failure: { kind: 'rate-limited' } }])
  })

  it('needs no reason, but candidates', () => {
    expect(kindsOf(answer(said('a')))).toEqual(['start', 'text', 'answer-end', 'end'])
    for (const none of [{}, [], null, 'x', { usageMetadata }, { candidates: [] }]) {
      expect(answer(none).at(-1)).toMatchObject({ kind: 'failed' })
    }
  })
})
