import { describe, expect, it } from 'vitest'
import type { ModelEvent, StopReason } from '../../../canonical/event.ts'
import { noUsage } from '../../../canonical/usage.ts'
import type { ModelRequest } from '../../../canonical/request.ts'
import { decodeRequest } from './request.ts'
import { encodeAnswer, frames, open } from './stream.ts'
import { answer } from '../as-client/stream.ts'

const decoded = decodeRequest({ contents: [] }, { model: 'asked', stream: true })
if (!decoded.ok) throw new Error(decoded.field)
const request: ModelRequest = decoded.value

function framesOf(events: readonly ModelEvent[]): string[] {
  let state = open(request)
  return events.flatMap((event) => {
    const [next, frame] = frames(state, event)
    state = next
    return frame === '' ? [] : [frame]
  })
}

/** As @google/genai reads a frame that came on its own. */
const chunksOf = (events: readonly ModelEvent[]): unknown[] =>
  framesOf(events).map((frame) => {
    expect(frame).toMatch(/^data: .*\r\n\r\n$/)
    return JSON.parse(frame.slice('data: '.length))
  })

const opening: ModelEvent = { kind: 'start', id: 'r1', model: 'gpt-5', created: 0 }
const text = (said: string): ModelEvent => ({ kind: 'text', answer: 0, text: said })
const ended = (reason: StopReason = 'stop'): ModelEvent => ({
  kind: 'answer-end',
  answer: 0,
  reason,
})
const end: ModelEvent = { kind: 'end' }
const usage: ModelEvent = { kind: 'usage', usage: { ...noUsage, input: 3, output: 2 } }
const fragment = (index: number, id: string | null, piece: string): ModelEvent => ({
  kind: 'tool-call',
  answer: 0,
  index,
  id,
  name: id === null ? null : `f${index}`,
  arguments: piece,
})

const calls = [
  fragment(0, 'a', '{"x"'),
  fragment(1, 'b', '{"y"'),
  fragment(0, null, ':1}'),
  fragment(1, null, ':2}'),
]
const callParts = [
  { functionCall: { id: 'a', name: 'f0', args: { x: 1 } } },
  { functionCall: { id: 'b', name: 'f1', args: { y: 2 } } },
]

describe('chunks', () => {
  it('say what comes at once, and the reason with the usage at the end', () => {
    expect(chunksOf([opening, usage, text('a'), text(''), ended(), usage, end])).toEqual([
      {
        candidates: [{ content: { parts: [{ text: 'a' }], role: 'model' }, index: 0 }],
        modelVersion: 'gpt-5',
        responseId: 'r1',
      },
      {
        candidates: [{ finishReason: 'STOP', index: 0 }],
        usageMetadata: {
          promptTokenCount: 3,
          candidatesTokenCount: 2,
          totalTokenCount: 5,
          promptTokensDetails: [{ modality: 'TEXT', tokenCount: 3 }],
          candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: 2 }],
        },
        modelVersion: 'gpt-5',
        responseId: 'r1',
      },
    ])
  })

  it('have calls in one piece, however their fragments came', () => {
    expect(chunksOf([opening, ...calls, ended('tool-calls'), end])).toMatchObject([
      {
        candidates: [{ content: { parts: callParts, role: 'model' }, finishReason: 'STOP' }],
      },
    ])
  })

  it('say a refusal as text, or that the prompt was blocked', () => {
    const refusal = (said: string): ModelEvent => ({ kind: 'refusal', answer: 0, text: said })
    const refused = [opening, refusal('I '), refusal('cannot.')]
    expect(chunksOf([...refused, ended(), end])).toMatchObject([
      { candidates: [{ content: { parts: [{ text: 'I cannot.' }] }, finishReason: 'STOP' }] },
    ])
    const [blocked] = chunksOf([...refused, ended('content-filter'), end])
    expect(blocked).toMatchObject({ promptFeedback: { blockReasonMessage: 'I cannot.' } })
    expect(blocked).not.toHaveProperty('candidates')
    expect(
      chunksOf([opening, text('a'), refusal('b'), ended('content-filter'), end])[1],
    ).toMatchObject({
      candidates: [{ content: { parts: [{ text: 'b' }] }, finishReason: 'SAFETY' }],
    })
  })

  it('end every answer, in order, and one that said nothing', () => {
    const second: ModelEvent = { kind: 'answer-end', answer: 1, reason: 'length' }
    expect(chunksOf([opening, second, ended(), end])).toMatchObject([
      { candidates: [{ finishReason: 'STOP' }, { finishReason: 'MAX_TOKENS', index: 1 }] },
    ])
    expect(chunksOf([opening, end])).toMatchObject([{ candidates: [{ finishReason: 'STOP' }] }])
  })

  it('carry signatures on the part, of whoever made them, in base64', () => {
    const signed = [
      { ...text('a'), signature: 'gemini:T' },
      { kind: 'reasoning', answer: 0, text: 'b', signature: 'anthropic-messages:S' },
      {
        kind: 'image',
        answer: 0,
        source: { kind: 'data', mediaType: 'image/png', base64: 'AA==' },
        signature: 'gemini:P',
      },
    ] as const
    const marked = Buffer.from('posthouse.anthropic-messages:S').toString('base64')
    const parts = [
      { text: 'a', thoughtSignature: 'T' },
      { text: 'b', thought: true, thoughtSignature: marked },
      { inlineData: { mimeType: 'image/png', data: 'AA==' }, thoughtSignature: 'P' },
    ]
    expect(chunksOf([opening, ...signed])).toMatchObject(
      parts.map((part) => ({ candidates: [{ content: { parts: [part] } }] })),
    )
  })

  it('have sound with its words, and files by address', () => {
    const events: ModelEvent[] = [
      { kind: 'audio', answer: 0, base64: 'AA==', transcript: 'hi' },
      { kind: 'image', answer: 0, source: { kind: 'url', url: 'https://example.com/a' } },
      { kind: 'file', answer: 0, source: { kind: 'id', id: 'files/a' } },
    ]
    const parts = [
      [{ inlineData: { data: 'AA==' } }, { text: 'hi' }],
      [{ fileData: { fileUri: 'https://example.com/a' } }],
      [{ fileData: { fileUri: 'files/a' } }],
    ]
    expect(chunksOf(events)).toMatchObject(
      parts.map((own) => ({ candidates: [{ content: { parts: own } }] })),
    )
  })
})

it('a failure in mid-stream is what Google’s SDKs throw at', () => {
  const failure = { kind: 'overloaded', message: 'm', code: null, parameter: null } as const
  const written = framesOf([opening, text('a'), { kind: 'failed', failure }])
  // Read alone it is JSON with an error; behind other bytes it is what is left over in the end.
  expect(JSON.parse(written[1] ?? '')).toMatchObject({ error: { code: 503 } })
  const rest = written.join('').split('\r\n\r\n').at(-1)
  expect(rest).toBe(written[1])
})

describe('a whole answer', () => {
  it('joins fragments, but no text with a signature', () => {
    const events: ModelEvent[] = [
      { ...opening, created: 1_694_268_190 },
      { kind: 'reasoning', answer: 0, text: 'h', signature: null },
      { kind: 'reasoning', answer: 0, text: 'm', signature: 'gemini:S' },
      { kind: 'reasoning', answer: 0, text: 'next', signature: null },
      text('a'),
      text('b'),
      { kind: 'text', answer: 0, text: 'c', signature: 'gemini:T' },
      text('d'),
      ...calls,
      ended('tool-calls'),
      usage,
      end,
    ]
    const whole = encodeAnswer(events, request)
    expect(whole).toMatchObject({
      candidates: [
        {
          content: {
            parts: [
              { text: 'hm', thought: true, thoughtSignature: 'S' },
              { text: 'next', thought: true },
              { text: 'ab' },
              { text: 'c', thoughtSignature: 'T' },
              { text: 'd' },
              ...callParts,
            ],
            role: 'model',
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: { totalTokenCount: 5 },
      modelVersion: 'gpt-5',
      responseId: 'r1',
      createTime: '2023-09-09T14:03:10.000Z',
    })
    expect(answer(whole)[0]).toEqual({ ...opening, created: 1_694_268_190 })
  })

  it('has every alternative, and its odds and sources', () => {
    const tokens = [{ token: 'a', logprob: -1, bytes: null, top: [] }]
    const events: ModelEvent[] = [
      opening,
      { kind: 'text', answer: 1, text: 'b' },
      text('é a'),
      { kind: 'logprobs', answer: 0, tokens },
      { kind: 'citation', answer: 0, url: 'https://example.com', title: null, from: 2, to: 3 },
      ended(),
      { kind: 'answer-end', answer: 1, reason: 'stop' },
      end,
    ]
    expect(encodeAnswer(events, request)['candidates']).toEqual([
      {
        content: { parts: [{ text: 'é a' }], role: 'model' },
        finishReason: 'STOP',
        index: 0,
        groundingMetadata: {
          groundingChunks: [{ web: { uri: 'https://example.com' } }],
          groundingSupports: [
            { segment: { startIndex: 3, endIndex: 4 }, groundingChunkIndices: [0] },
          ],
        },
        logprobsResult: {
          topCandidates: [{ candidates: [] }],
          chosenCandidates: [{ token: 'a', logProbability: -1 }],
        },
      },
      { content: { parts: [{ text: 'b' }], role: 'model' }, finishReason: 'STOP', index: 1 },
    ])
  })

  it('of nothing, or of a blocked prompt, is one that the SDKs know', () => {
    expect(encodeAnswer([opening, end], request)).toMatchObject({
      candidates: [{ content: { parts: [] }, finishReason: 'STOP' }],
    })
    const refusal: ModelEvent = { kind: 'refusal', answer: 0, text: 'no' }
    const blocked = encodeAnswer([opening, refusal, ended('content-filter'), end], request)
    expect(blocked).toMatchObject({ promptFeedback: { blockReason: 'SAFETY' } })
    expect(blocked).not.toHaveProperty('candidates')
  })
})
