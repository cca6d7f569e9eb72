import { openStand, type Customer, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Pictures, moderation and reranking, over the sandbox and over a supplier that fails first. */

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer({ balance: 50_000_000 })
  const { root } = stand
  await root.client.createPrice({
    body: { model: 'pics/call', type: 'times', channel_type: 8, input: '10', output: '0' },
  })
  await root.client.updateChannel({ body: { id: 1, models: sandboxModels } })
  const { data } = await root.client.listChannels({ query: { size: 100 } })
  for (const { id, name } of data) {
    if (name !== 'Sandbox') {
      await root.client.updateChannel({ body: { id, models: ['mock/*', 'pics/*'] } })
    }
  }
})
afterAll(() => stand[Symbol.asyncDispose]())

const sandboxModels = ['sandbox/chat', 'sandbox/image', 'sandbox/moderate', 'sandbox/rerank']

const call = async (path: string, body: object) => {
  const response = await stand.ask(customer, body, { path })
  const answer = (await response.json()) as Record<string, never>
  const request = response.headers.get('x-request-id') ?? ''
  return { status: response.status, answer: answer as Record<string, unknown>, request }
}

const rowOf = async (request: string) => {
  await stand.books.charge(request)
  const { data } = await customer.browser.client.listOwnLogs({ query: { request_id: request } })
  return data[0] ?? expect.fail('there is no row')
}

describe('pictures', () => {
  test('of the sandbox are PNG files in the shape that was asked for, charged by their tokens', async () => {
    const body = {
      model: 'sandbox/image',
      prompt: 'A red fox',
      n: 2,
      size: '1536x1024',
      quality: 'low',
    }
    const { status, answer, request } = await call('/v1/images/generations', body)
    expect(status).toBe(200)
    const pictures = answer['data'] as { b64_json: string }[]
    expect(pictures).toHaveLength(2)
    const bytes = pictures.map(({ b64_json: text }) => Buffer.from(text, 'base64'))
    for (const png of bytes) {
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([256, 171])
    }
    expect(bytes[0]?.equals(bytes[1] ?? Buffer.alloc(0))).toBe(false)
    const row = await rowOf(request)
    const used = answer['usage'] as { input_tokens: number }
    // 544 tokens at $10, and the prompt at $0.2 a million; a quota unit is two millionths of a dollar.
    expect(row.quota).toBe(Math.ceil((544 * 10 + used.input_tokens * 0.2) / 2))
  })

  test('with a price for each cost that times their number, and go on to the next channel', async () => {
    let asked = 0
    stand.upstream.onAny((upstream) => {
      asked += 1
      if (asked === 1) return upstream.json(500, { error: { message: 'no' } })
      return upstream.json(200, {
        created: 1,
        data: [{ url: 'https://a/1' }, { url: 'https://a/2' }],
      })
    })
    const body = { model: 'pics/call', prompt: 'x', n: 2, size: '1024x1024' }
    const { status, answer, request } = await call('/v1/images/generations', body)
    expect(status).toBe(200)
    expect(answer['data']).toHaveLength(2)
    expect(stand.upstream.calls.at(-1)?.path).toMatch(/\/images\/generations$/)
    const row = await rowOf(request)
    const one = await call('/v1/images/generations', { model: 'pics/call', prompt: 'x' })
    expect(row.quota).toBe(2 * (await rowOf(one.request)).quota)
    const charge = await customer.browser.client.explainCharge({ params: { id: String(row.id) } })
    expect(JSON.stringify(charge)).toContain('1024x1024')
  })

  test('of a Gemini model are asked for as it chats, and come back as OpenAI has them', async () => {
    await stand.root.client.createChannel({
      body: {
        type: 902,
        name: 'gemini',
        group: ['default'],
        models: ['gemini-pictures'],
        key: 'k',
        base_url: stand.upstream.url,
      },
    })
    await stand.root.client.createPrice({
      body: {
        model: 'gemini-pictures',
        type: 'tokens',
        channel_type: 25,
        input: '0.15',
        output: '15',
      },
    })
    const png = Buffer.from('a picture').toString('base64')
    stand.upstream.onAny((upstream) =>
      upstream.json(200, {
        candidates: [
          {
            content: {
              parts: [{ text: 'Here.' }, { inlineData: { mimeType: 'image/png', data: png } }],
            },
          },
        ],
        usageMetadata: {
          promptTokenCount: 3,
          candidatesTokenCount: 1_290,
          candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_290 }],
          totalTokenCount: 1_293,
        },
      }),
    )
    const body = { model: 'gemini-pictures', prompt: 'a red fox', size: '1536x1024' }
    const { status, answer, request } = await call('/v1/images/generations', body)
    expect(status).toBe(200)
    expect(answer['data']).toEqual([{ b64_json: png }])
    expect(answer['usage']).toMatchObject({ input_tokens: 3, output_tokens: 1_290 })
    const upstream = stand.upstream.calls.at(-1)
    expect(upstream?.path).toMatch(/models\/gemini-pictures:generateContent$/)
    expect(upstream?.body['generationConfig']).toEqual({
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: { aspectRatio: '3:2' },
    })
    expect((await rowOf(request)).quota).toBe(Math.ceil(1_290 * 15 + 3 * 0.15))
    const two = await call('/v1/images/generations', { ...body, n: 2 })
    expect(two.status).toBe(400)
    expect(JSON.stringify(two.answer)).toContain('one picture is expected')
  })

  test('come in parts to who wants to see them drawn', async () => {
    const body = { model: 'sandbox/image', prompt: 'x', stream: true, partial_images: 2 }
    const response = await stand.ask(customer, body, { path: '/v1/images/generations' })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const names = [...(await response.text()).matchAll(/^event: (.+)$/gm)].map(([, name]) => name)
    expect(names).toEqual([
      'image_generation.partial_image',
      'image_generation.partial_image',
      'image_generation.completed',
    ])
    const row = await rowOf(response.headers.get('x-request-id') ?? '')
    expect(row.quota).toBeGreaterThan(1_056 * 5)
  })

  test('of a supplier that draws in silence come in the last event', async () => {
    stand.upstream.onAny((upstream) =>
      upstream.json(200, { created: 1, data: [{ b64_json: 'AA==' }] }),
    )
    const body = { model: 'pics/call', prompt: 'x', stream: true }
    const response = await stand.ask(customer, body, { path: '/v1/images/generations' })
    const text = await response.text()
    expect(text).toMatch(/^event: image_generation\.completed\ndata: \{.*"b64_json":"AA=="/)
    expect((await rowOf(response.headers.get('x-request-id') ?? '')).quota).toBeGreaterThan(0)
    stand.upstream.onAny((upstream) => upstream.json(200, { created: 1, data: [] }))
    const none = await stand.ask(customer, body, { path: '/v1/images/generations' })
    expect(none.status).toBeGreaterThanOrEqual(500)
  })

  test('that nobody made cost nothing', async () => {
    stand.upstream.onAny((upstream) => upstream.json(200, { created: 1, data: [] }))
    const { status, request } = await call('/v1/images/generations', {
      model: 'pics/call',
      prompt: 'x',
    })
    expect(status).toBeGreaterThanOrEqual(500)
    expect((await rowOf(request)).quota).toBe(0)
  })

  test.each([
    [{ n: 1_000 }],
    [{ n: 0 }],
    [{ n: '2' }],
    [{ prompt: undefined }],
    [{ prompt: '' }],
    [{ size: 'huge' }],
  ])('with %j are refused', async (change) => {
    const body = { model: 'sandbox/image', prompt: 'x', ...change }
    const { status, answer } = await call('/v1/images/generations', body)
    expect(status).toBe(400)
    expect(answer).toHaveProperty('error.message')
  })

  test('of a model that chats are refused with the right address, and the other way round', async () => {
    const wrong = await call('/v1/images/generations', { model: 'sandbox/chat', prompt: 'x' })
    expect(wrong.status).toBe(400)
    expect(JSON.stringify(wrong.answer)).toContain('call /v1/chat/completions')
    const messages = [{ role: 'user', content: 'x' }]
    const chat = await call('/v1/chat/completions', { model: 'sandbox/rerank', messages })
    expect(chat.status).toBe(400)
    expect(JSON.stringify(chat.answer)).toContain('call /v1/rerank')
  })
})

test('moderation flags what a text names', async () => {
  const body = { model: 'sandbox/moderate', input: ['violence', 'a nice day'] }
  const { status, answer, request } = await call('/v1/moderations', body)
  expect(status).toBe(200)
  const results = answer['results'] as { flagged: boolean }[]
  expect(results.map(({ flagged }) => flagged)).toEqual([true, false])
  await rowOf(request)
})

test('reranking sorts documents, and is charged by its tokens', async () => {
  const body = {
    model: 'sandbox/rerank',
    query: 'red fox',
    documents: ['a blue sky', 'the red fox'],
    top_n: 1,
  }
  const { status, answer, request } = await call('/v1/rerank', body)
  expect(status).toBe(200)
  expect(answer['results']).toEqual([{ index: 1, relevance_score: 1 }])
  expect((await rowOf(request)).quota).toBeGreaterThan(0)
  const none = await call('/v1/rerank', { model: 'sandbox/rerank', query: 'x', documents: [] })
  expect(none.status).toBe(400)
})

describe('reranking over suppliers with words of their own', () => {
  const query = 'capital'
  const documents = ['Carson City', { text: 'Washington' }]
  const cases = [
    {
      type: 36,
      path: '/v2/rerank',
      sent: { query, documents: ['Carson City', 'Washington'], top_n: 1 },
      answer: {
        id: 'a-1',
        results: [{ index: 1, relevance_score: 0.9 }],
        meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
      },
    },
    {
      type: 918,
      path: '/v1/rerank',
      sent: { query, documents: ['Carson City', 'Washington'], top_k: 1 },
      answer: {
        object: 'list',
        data: [{ index: 1, relevance_score: 0.9 }],
        usage: { total_tokens: 7 },
      },
    },
    {
      type: 47,
      path: '/v1/rerank',
      sent: { query, documents, top_n: 1 },
      answer: {
        model: 'm',
        results: [{ index: 1, relevance_score: 0.9 }],
        usage: { total_tokens: 7 },
      },
    },
  ]

  test.each(cases)('type $type: both shapes, whoever answers', async (supplier) => {
    const { type, path, sent, answer } = supplier
    const model = `rerank-of-${type}`
    await stand.root.client.createChannel({
      body: {
        type,
        name: model,
        group: ['default'],
        models: [model],
        key: 'k-0123456789',
        base_url: `${stand.upstream.url}/own`,
      },
    })
    await stand.root.client.createPrice({
      body: { model, type: 'tokens', channel_type: type, input: '1', output: '0' },
    })
    stand.upstream.onAny((upstream) => upstream.json(200, answer))
    const body = { model, query, documents, top_n: 1 }
    const jina = await call('/v1/rerank', body)
    expect(jina.status).toBe(200)
    expect(jina.answer).toMatchObject({ results: [{ index: 1, relevance_score: 0.9 }] })
    expect(jina.answer).not.toHaveProperty('meta')
    const upstream = stand.upstream.calls.at(-1)
    expect(upstream?.path).toBe(path)
    expect(upstream?.body).toEqual({ model, ...sent })
    const cohere = await call('/v2/rerank', body)
    expect(cohere.answer).toMatchObject({
      results: [{ index: 1, relevance_score: 0.9 }],
      meta: { api_version: { version: '2' } },
    })
    expect((await rowOf(cohere.request)).quota).toBeGreaterThan(0)
  })

  test('another channel is asked when one fails', async () => {
    let asked = 0
    stand.upstream.onAny((upstream) => {
      asked += 1
      return asked === 1
        ? upstream.json(500, { message: 'no' })
        : upstream.json(200, { data: [{ index: 0, relevance_score: 0.5 }] })
    })
    const model = 'rerank-of-918'
    await stand.root.client.createChannel({
      body: {
        type: 918,
        name: 'second',
        group: ['default'],
        models: [model],
        key: 'k-0123456789',
        base_url: `${stand.upstream.url}/own`,
      },
    })
    const { status, answer } = await call('/v1/rerank', { model, query, documents: ['a'] })
    expect([status, asked]).toEqual([200, 2])
    expect(answer).toMatchObject({ results: [{ index: 0 }] })
  })

  test('with a price for each call costs that for every hundred documents', async () => {
    const model = 'rerank-by-search'
    await stand.root.client.createPrice({
      body: { model, type: 'times', channel_type: 918, input: '10', output: '0' },
    })
    await stand.root.client.createChannel({
      body: {
        type: 918,
        name: 'by search',
        group: ['default'],
        models: [model],
        key: 'k-0123456789',
        base_url: `${stand.upstream.url}/own`,
      },
    })
    stand.upstream.onAny((upstream) =>
      upstream.json(200, { data: [{ index: 0, relevance_score: 0.5 }] }),
    )
    const costOf = async (count: number): Promise<number> => {
      const documents = Array.from({ length: count }, (_, at) => `document ${at}`)
      const { request } = await call('/v1/rerank', { model, query, documents })
      return (await rowOf(request)).quota
    }
    const one = await costOf(100)
    expect(one).toBeGreaterThan(0)
    expect(await costOf(101)).toBe(2 * one)
  })
})
