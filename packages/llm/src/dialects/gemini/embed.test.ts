import { anything, assert as check, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fromBatchEmbedContents,
  fromEmbedContent,
  toBatchEmbedContents,
  toGeminiEmbeddings,
  toOpenAiEmbeddings,
} from './embed.ts'

const contentOf = (...texts: string[]) => ({ parts: texts.map((text) => ({ text })) })

describe('a request of Gemini', () => {
  it('is one of OpenAI: one content, or many', () => {
    expect(
      fromEmbedContent({ content: contentOf('a', 'b'), outputDimensionality: 768 }, 'm'),
    ).toEqual({
      ok: true,
      value: { body: { model: 'm', input: ['a\nb'], dimensions: 768 }, lost: [] },
    })
    const requests = ['a', 'b'].map((text) => ({ model: 'models/m', content: contentOf(text) }))
    expect(fromBatchEmbedContents({ requests }, 'm')).toEqual({
      ok: true,
      value: { body: { model: 'm', input: ['a', 'b'] }, lost: [] },
    })
  })

  it('has options in two places and names those that are lost', () => {
    const request = {
      content: contentOf('a'),
      title: 't',
      embed_content_config: {
        task_type: 'x',
        taskType: 'RETRIEVAL_DOCUMENT',
        outputDimensionality: 9,
      },
    }
    expect(fromEmbedContent(request, 'm')).toMatchObject({
      value: { body: { dimensions: 9 }, lost: ['title', 'taskType'] },
    })
  })

  it('names what is wrong', () => {
    const wrongOf = (requests: unknown) => fromBatchEmbedContents({ requests }, 'm')
    expect(fromEmbedContent({}, 'm')).toMatchObject({ field: 'content' })
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

  it('comes out of anything without an exception', () => {
    const made = record({ content: anything(), requests: anything(), input: anything() })
    check(
      property(made, (value) => {
        fromEmbedContent(value, 'm')
        fromBatchEmbedContents(value, 'm')
        toBatchEmbedContents(value, 'm')
      }),
    )
  })
})

describe('a request of OpenAI', () => {
  it('is a batch of Gemini', () => {
    const request = { model: 'x', input: 'a', dimensions: 2, encoding_format: 'base64', user: 'u' }
    expect(toBatchEmbedContents(request, 'm')).toEqual({
      ok: true,
      value: {
        body: {
          requests: [{ model: 'models/m', content: contentOf('a'), outputDimensionality: 2 }],
        },
        lost: ['user'],
      },
    })
    expect(toBatchEmbedContents({ input: ['a', [1, 2]] }, 'm')).toMatchObject({ field: 'input.1' })
    expect(toBatchEmbedContents({ input: [] }, 'm')).toMatchObject({ field: 'input' })
  })
})

describe('an answer', () => {
  const usageMetadata = { promptTokenCount: 5 }

  it('of Gemini is one of OpenAI, in both encodings', () => {
    const batch = { embeddings: [{ values: [1, -0.5] }, { values: [0] }], usageMetadata }
    expect(toOpenAiEmbeddings(batch, { model: 'm', format: 'float' })).toEqual({
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [1, -0.5] },
        { object: 'embedding', index: 1, embedding: [0] },
      ],
      model: 'm',
      usage: { prompt_tokens: 5, total_tokens: 5 },
    })
    const one = { embedding: { values: [1, -0.5] } }
    expect(toOpenAiEmbeddings(one, { model: 'm', format: 'base64' })).toEqual({
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: 'AACAPwAAAL8=' }],
      model: 'm',
    })
    expect(toOpenAiEmbeddings({ error: {} }, { model: 'm', format: 'float' })).toBeNull()
  })

  it('of OpenAI is one of Gemini, in the order of the request', () => {
    const data = [
      { index: 1, embedding: 'AACAPwAAAL8=' },
      { index: 0, embedding: [2] },
    ]
    const given = { data, usage: { prompt_tokens: 5 } }
    expect(toGeminiEmbeddings(given, 'batch')).toEqual({
      embeddings: [{ values: [2] }, { values: [1, -0.5] }],
      usageMetadata,
    })
    expect(toGeminiEmbeddings(given, 'one')).toEqual({ embedding: { values: [2] }, usageMetadata })
    expect(toGeminiEmbeddings({ error: {} }, 'one')).toBeNull()
  })
})
