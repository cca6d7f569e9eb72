import { describe, expect, it } from 'vitest'
import type { SpokenDialect } from './canonical/dialect.ts'
import { pieceBetween } from './operations.ts'
import type { Fields } from './bytes/fields.ts'
import type { PieceRequestFacts } from './operations/piece.ts'

/*
 * Requests and answers of vectors and reranking as each vendor documents them (read 26 November 2026):
 * https://docs.cohere.com/reference/rerank and embed, https://docs.voyageai.com/reference/reranker-api and embeddings-api,
 * https://api.jina.ai/redoc.
 */

const asked: PieceRequestFacts = { model: 'm', single: false, packed: false }

function between(operation: 'embed' | 'rerank', supplier: SpokenDialect) {
  const piece = pieceBetween(operation, 'openai-chat', supplier)
  if (piece === null) throw new Error(`${supplier} has no words for ${operation}`)
  return piece
}

function sent(operation: 'embed' | 'rerank', supplier: SpokenDialect, body: Fields) {
  const read = between(operation, supplier).request(body, asked)
  if (!read.ok) throw new Error(`${read.field}: ${String(read.reason)}`)
  return read.value
}

const query = 'What is the capital of the United States?'
const documents = ['Carson City', { text: 'Washington, D.C.', page: 3 }, { title: 'Paris' }]
const texts = ['Carson City', 'Washington, D.C.', '{"title":"Paris"}']
const ranking = { model: 'm', query, documents, top_n: 2, return_documents: true }

const coheres = {
  results: [
    { index: 1, relevance_score: 0.999071 },
    { index: 0, relevance_score: 0.7867867 },
  ],
  id: '07734bd2-2473-4f07-94e1-0d9f0e6843cf',
  meta: {
    api_version: { version: '2', is_experimental: false },
    billed_units: { search_units: 1 },
  },
}
const voyages = {
  object: 'list',
  data: [
    { relevance_score: 0.4375, index: 1, document: 'Washington, D.C.' },
    { relevance_score: 0.421875, index: 0, document: 'Carson City' },
  ],
  model: 'rerank-2.5',
  usage: { total_tokens: 26 },
}
const jinas = {
  model: 'jina-reranker-v3',
  object: 'list',
  usage: { total_tokens: 815 },
  results: [
    { index: 1, relevance_score: 0.878, document: { text: 'Washington, D.C.' } },
    { index: 0, relevance_score: 0.762, document: { text: 'Carson City' } },
  ],
}

describe('a reranking that leaves', () => {
  it('is of texts and a number for Cohere, which gives no documents back', () => {
    expect(sent('rerank', 'cohere', ranking)).toEqual({
      body: { model: 'm', query, documents: texts, top_n: 2 },
      dropped: ['return_documents'],
    })
    const { dropped } = sent('rerank', 'cohere', { ...ranking, return_documents: false })
    expect(dropped).toEqual([])
  })

  it('has another name for the number for Voyage', () => {
    expect(sent('rerank', 'voyage', { ...ranking, max_tokens_per_doc: 5 })).toEqual({
      body: { model: 'm', query, documents: texts, top_k: 2, return_documents: true },
      dropped: ['max_tokens_per_doc'],
    })
  })

  it('keeps its documents for Jina', () => {
    expect(sent('rerank', 'openai-chat', ranking).body).toEqual(ranking)
  })

  it.each([
    [null, 'query'],
    [{ documents }, 'query'],
    [{ query: 7, documents }, 'query'],
    [{ query, documents: ['a', 7] }, 'documents.1'],
  ])('is refused before it leaves: %j', (body, field) => {
    expect(between('rerank', 'cohere').request(body, asked)).toMatchObject({ ok: false, field })
  })
})

describe('an answer to a reranking', () => {
  const both: readonly (readonly [SpokenDialect, Fields])[] = [
    ['cohere', coheres],
    ['voyage', voyages],
    ['openai-chat', jinas],
  ]

  it.each(both)('of %s is read in the shape of Jina', (supplier, answer) => {
    const piece = between('rerank', supplier)
    expect(piece.gives(answer)).toBe(true)
    expect(piece.answer(answer, asked)).toMatchObject({
      model: 'm',
      results: [{ index: 1, relevance_score: expect.any(Number) }, { index: 0 }],
    })
  })

  it.each(both)('of %s is read in the shape of Cohere', (supplier, answer) => {
    const piece = between('rerank', supplier)
    const shaped = { ...asked, shape: 'cohere' } as const
    const told = piece.answer(answer, shaped)
    expect(told).toMatchObject({
      results: [{ index: 1, relevance_score: expect.any(Number) }, { index: 0 }],
      meta: { api_version: { version: '2' } },
    })
    expect(told).not.toHaveProperty('model')
  })

  it('of a server in Jina’s shape is made anew for a client of Cohere alone', () => {
    const { form } = between('rerank', 'openai-chat')
    expect(form?.recast(jinas, asked)).toBeNull()
    expect(form?.begins('{"results":[', asked)).toBe(true)
    const shaped = { ...asked, shape: 'cohere' } as const
    expect(form?.begins('{"results":[', shaped)).toBe(false)
    expect(form?.recast(jinas, shaped)).toMatchObject({ results: jinas.results })
    expect(form?.recast(coheres, shaped)).toBeNull()
  })

  it('keeps its id, its measure and its documents', () => {
    const shaped = { ...asked, shape: 'cohere' } as const
    expect(between('rerank', 'cohere').answer(coheres, shaped)).toEqual({
      id: coheres.id,
      results: coheres.results,
      meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
    })
    expect(between('rerank', 'voyage').answer(voyages, asked)['results']).toEqual([
      { index: 1, relevance_score: 0.4375, document: { text: 'Washington, D.C.' } },
      { index: 0, relevance_score: 0.421875, document: { text: 'Carson City' } },
    ])
  })

  it.each([{}, { results: null }, { results: 'x', data: {} }, { message: 'no' }])(
    'that is none gives nothing: %j',
    (answer) => {
      for (const [supplier] of both) expect(between('rerank', supplier).gives(answer)).toBe(false)
    },
  )

  it('reports tokens, where its vendor counts them', () => {
    expect(between('rerank', 'cohere').reported?.(coheres.meta)).toBeNull()
    expect(between('rerank', 'voyage').reported?.(voyages.usage)?.usage.input).toBe(26)
    expect(between('rerank', 'openai-chat').reported?.(jinas.usage)?.usage.input).toBe(815)
  })
})

describe('vectors', () => {
  const wanted = { model: 'm', input: ['a', 'b'], dimensions: 256, input_type: 'search_query' }

  it('are asked of Cohere for a purpose', () => {
    expect(sent('embed', 'cohere', wanted)).toEqual({
      body: {
        model: 'm',
        texts: ['a', 'b'],
        input_type: 'search_query',
        embedding_types: ['float'],
        output_dimension: 256,
      },
      dropped: [],
    })
    expect(sent('embed', 'cohere', { input: 'a' }).body['input_type']).toBe('search_document')
  })

  it.each([
    ['query', 'query', []],
    ['search_document', 'document', []],
    ['clustering', undefined, ['input_type']],
    ['whatever', undefined, ['input_type']],
    ['constructor', undefined, ['input_type']],
  ])('are asked of Voyage for %s', (given, type, dropped) => {
    const told = sent('embed', 'voyage', { ...wanted, input_type: given })
    expect(told.body).toEqual({
      model: 'm',
      input: ['a', 'b'],
      output_dimension: 256,
      ...(type !== undefined && { input_type: type }),
    })
    expect(told.dropped).toEqual(dropped)
  })

  it('of Gemini have a task', () => {
    expect(JSON.stringify(sent('embed', 'gemini', wanted).body)).toContain('"RETRIEVAL_QUERY"')
  })

  it('come from Cohere by their kind', () => {
    const answer = {
      id: '3198467e-399f-4d4a-aa2c-58af93bd6dc4',
      embeddings: { float: [[0.5, -1], [0.25]] },
      texts: ['a', 'b'],
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: 12 } },
      response_type: 'embeddings_by_type',
    }
    const piece = between('embed', 'cohere')
    expect(piece.gives(answer)).toBe(true)
    expect(piece.answer(answer, asked)['data']).toMatchObject([
      { index: 0, embedding: [0.5, -1] },
      { index: 1, embedding: [0.25] },
    ])
    expect(piece.reported?.(answer.meta)?.usage.input).toBe(12)
    expect(piece.reported?.({ billed_units: { input_tokens: -1 } })?.absurd).toBe(true)
    const packed = { embeddings: { base64: ['AAAAPwAAgL8='] } }
    expect(piece.answer(packed, asked)['data']).toMatchObject([{ embedding: [0.5, -1] }])
    expect(piece.gives({ embeddings: {} })).toBe(false)
  })

  it('come from Voyage as from OpenAI', () => {
    const piece = between('embed', 'voyage')
    const answer = {
      object: 'list',
      data: [{ object: 'embedding', embedding: [0.5, -1], index: 0 }],
      model: 'voyage-4',
      usage: { total_tokens: 10 },
    }
    expect(piece.answer(answer, asked)['data']).toMatchObject([{ embedding: [0.5, -1] }])
    expect(piece.reported?.(answer.usage)?.usage.input).toBe(10)
  })
})
