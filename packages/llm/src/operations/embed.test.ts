import { anything, assert as check, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DialectName } from '../canonical/dialect.ts'
import { noUsage } from '../canonical/usage.ts'
import { pieceBetween } from '../operations.ts'
import type { PieceTranslation } from './piece.ts'

const between = (client: DialectName, supplier: DialectName): PieceTranslation => {
  const piece = pieceBetween('embed', client, supplier)
  if (piece === null) throw new Error(`${client} has no vectors of ${supplier}`)
  return piece
}

const contentOf = (...texts: string[]) => ({ parts: texts.map((text) => ({ text })) })
const asked = { model: 'm', single: false, packed: false }

describe('a request of Gemini', () => {
  const { request } = between('gemini', 'openai-chat')
  const one = { model: 'm', single: true }
  const many = { model: 'm', single: false }

  it('is one of OpenAI: one content, or many', () => {
    expect(request({ content: contentOf('a', 'b'), outputDimensionality: 768 }, one)).toEqual({
      ok: true,
      value: { body: { model: 'm', input: ['a\nb'], dimensions: 768 }, dropped: [] },
    })
    const requests = ['a', 'b'].map((text) => ({ model: 'models/m', content: contentOf(text) }))
    expect(request({ requests }, many)).toEqual({
      ok: true,
      value: { body: { model: 'm', input: ['a', 'b'] }, dropped: [] },
    })
  })

  it('has options in two places and names those that are lost', () => {
    const asked = {
      content: contentOf('a'),
      title: 't',
      embed_content_config: {
        task_type: 'x',
        taskType: 'RETRIEVAL_DOCUMENT',
        outputDimensionality: 9,
      },
    }
    expect(request(asked, one)).toMatchObject({
      value: { body: { dimensions: 9 }, dropped: ['title', 'taskType'] },
    })
  })

  it('names what is wrong', () => {
    const wrongOf = (requests: unknown) => request({ requests }, many)
    expect(request({}, one)).toMatchObject({ field: 'content' })
    expect(wrongOf([])).toMatchObject({ field: 'requests' })
    expect(wrongOf([{ content: contentOf('a') }, {}])).toMatchObject({
      field: 'requests.1.content',
    })
    expect(wrongOf([{ content: { parts: [{ inlineData: {} }] } }])).toMatchObject({
      field: 'requests.0.content.parts.0',
    })
    const lengths = [1, 2].map((outputDimensionality) => ({
      content: contentOf('a'),
      outputDimensionality,
    }))
    expect(wrongOf(lengths)).toMatchObject({ field: 'requests' })
  })

  it('comes out of anything without an exception, and so does one of OpenAI', () => {
    const made = record({ content: anything(), requests: anything(), input: anything() })
    check(
      property(made, (value) => {
        request(value, one)
        request(value, many)
        between('openai-chat', 'gemini').request(value, many)
      }),
    )
  })
})

describe('a request of OpenAI', () => {
  const { request } = between('openai-chat', 'gemini')

  it('is a batch of Gemini', () => {
    const body = { model: 'x', input: 'a', dimensions: 2, encoding_format: 'base64', user: 'u' }
    expect(request(body, asked)).toEqual({
      ok: true,
      value: {
        body: {
          requests: [{ model: 'models/m', content: contentOf('a'), outputDimensionality: 2 }],
        },
        dropped: ['user'],
      },
    })
    expect(request({ input: ['a', [1, 2]] }, asked)).toMatchObject({ field: 'input.1' })
    expect(request({ input: [] }, asked)).toMatchObject({ field: 'input' })
  })
})

it('a model of another name is named where each dialect has it', () => {
  const renamed = (dialect: DialectName, body: object, single = false) =>
    between(dialect, dialect).renamed(() => ({ ...body }), { model: 'm', single })
  expect(renamed('openai-chat', { model: 'x', input: 'a' })).toEqual({ model: 'm' })
  expect(renamed('gemini', { content: {} }, true)).toEqual({ model: 'models/m' })
  const requests = [{ content: contentOf('a'), title: 't' }]
  expect(renamed('gemini', { requests })).toEqual({
    requests: [{ content: contentOf('a'), title: 't', model: 'models/m' }],
  })
})

describe('an answer', () => {
  it('of Gemini is one of OpenAI, in both encodings', () => {
    const { answer, gives } = between('openai-chat', 'gemini')
    const batch = { embeddings: [{ values: [1, -0.5] }, { values: [0] }] }
    expect(answer(batch, asked)).toEqual({
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [1, -0.5] },
        { object: 'embedding', index: 1, embedding: [0] },
      ],
      model: 'm',
    })
    expect(answer({ embedding: { values: [1, -0.5] } }, { ...asked, packed: true })).toMatchObject({
      data: [{ object: 'embedding', index: 0, embedding: 'AACAPwAAAL8=' }],
    })
    expect([gives(batch), gives({}), gives({ embeddings: [] })]).toEqual([true, false, false])
  })

  it('of OpenAI is one of Gemini, in the order of the request', () => {
    const { answer, gives } = between('gemini', 'openai-chat')
    const data = [
      { index: 1, embedding: 'AACAPwAAAL8=' },
      { index: 0, embedding: [2] },
    ]
    expect(answer({ data }, asked)).toEqual({
      embeddings: [{ values: [2] }, { values: [1, -0.5] }],
    })
    expect(answer({ data }, { ...asked, single: true })).toEqual({ embedding: { values: [2] } })
    expect([gives({ data }), gives({}), gives({ data: [] })]).toEqual([true, false, false])
  })

  it('that is an error says so', () => {
    const error = { message: 'no', status: 'INVALID_ARGUMENT', code: 400 }
    for (const dialect of ['openai-chat', 'gemini'] as const) {
      const { failure } = between(dialect, dialect)
      expect(failure({ error })).toMatchObject({ message: 'no' })
      expect(failure({ data: [], embeddings: [] })).toBeNull()
    }
  })

  it('tells what went in, and whether we counted it', () => {
    const event = { kind: 'usage', usage: { ...noUsage, input: 3, cache_read: 2 } } as const
    const told = (dialect: DialectName, counted: boolean) =>
      between(dialect, dialect).usage(counted ? { ...event, counted } : event)
    expect(told('openai-chat', false)).toEqual({ usage: { prompt_tokens: 5, total_tokens: 5 } })
    expect(told('openai-chat', true)).toMatchObject({ usage: { usage_source: 'counted' } })
    expect(told('gemini', false)).toEqual({ usageMetadata: { promptTokenCount: 5 } })
    expect(told('gemini', true)).toMatchObject({ usageMetadata: { usageSource: 'counted' } })
  })
})

it.each(['openai-responses', 'anthropic-messages'] as const)('%s has none', (dialect) => {
  expect(pieceBetween('embed', dialect, 'openai-chat')).toBeNull()
  expect(pieceBetween('embed', 'openai-chat', dialect)).toBeNull()
})
