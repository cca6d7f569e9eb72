import { describe, expect, it } from 'vitest'
import type { UpstreamRequest } from '../../upstream/transport/transport.ts'
import { spyOn } from './conformance/ask-cell.ts'
import { channel, onePerToken, type Rig, testKey, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { scriptedSupplier } from './rig/scripted-supplier.ts'

const stand = rigs()

type Stood = { readonly rig: Rig; readonly sent: () => UpstreamRequest | null }

async function before(dialect: string, sandbox: object = {}): Promise<Stood> {
  const mapping = new Map([['vectors', { forwarded: 'sandbox/embedding', priceRequested: false }]])
  const made = channel({ models: ['vectors'], mapping, plugin: { dialects: [dialect], sandbox } })
  const prices = [{ ...onePerToken, model: '*' }]
  const rig = await stand({ channels: [made], prices })
  return { rig, sent: spyOn(rig) }
}

const post = (rig: Rig, path: string, body: unknown): Promise<Response> =>
  rig.fetch(path, {
    method: 'POST',
    headers: { 'x-goog-api-key': testKey, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const contentOf = (text: string) => ({ parts: [{ text }] })
const openAi = { model: 'vectors', input: ['one two', 'three'], dimensions: 3 }
const embeddings = '/v1/embeddings'
const gemini = '/v1beta/models/vectors'

const sentBody = (sent: UpstreamRequest | null): unknown =>
  JSON.parse(Buffer.from(sent?.body ?? []).toString('utf8'))

const charged = async ({ ledger }: Rig): Promise<unknown> => {
  await until(() => ledger.ends().length === 1)
  return ledger.ends()[0]
}

describe('a client of OpenAI before Gemini', () => {
  it('gets vectors in its shape, priced', async () => {
    const { rig, sent } = await before('gemini')
    const response = await post(rig, embeddings, { ...openAi, user: 'ada' })
    expect(response.headers.get('x-posthouse-dropped')).toBe('user')
    const body = JSON.parse(await response.text())
    expect(body).toMatchObject({
      object: 'list',
      model: 'vectors',
      data: [{ index: 0 }, { index: 1, object: 'embedding' }],
      usage: { prompt_tokens: 3, total_tokens: 3 },
    })
    expect(body.data[0].embedding).toHaveLength(3)
    expect(sent()?.url.pathname).toBe('/v1beta/models/sandbox%2Fembedding:batchEmbedContents')
    expect(await charged(rig)).toMatchObject({ amount: 3n, usage: { usage_source: 'reported' } })
  })

  it('gets base64 when it asks for it', async () => {
    const { rig } = await before('gemini')
    const asked = async (format: string) => {
      const response = await post(rig, embeddings, { ...openAi, encoding_format: format })
      return JSON.parse(await response.text()).data[0].embedding
    }
    const bytes = Buffer.from(await asked('base64'), 'base64')
    const floats = Array.from({ length: 3 }, (_, index) => bytes.readFloatLE(index * 4))
    const expected: number[] = await asked('float')
    for (const [index, value] of floats.entries()) {
      expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 5)
    }
  })

  it('is told what was counted when Gemini says nothing', async () => {
    const { rig } = await before('gemini', { fault: 'no-usage' })
    const { usage } = JSON.parse(await (await post(rig, embeddings, openAi)).text())
    expect(usage.prompt_tokens).toBeGreaterThan(0)
    expect(await charged(rig)).toMatchObject({
      amount: BigInt(usage.prompt_tokens),
      usage: { usage_source: 'counted', outcome: 'complete-counted' },
    })
  })

  it('is refused tokens in place of text', async () => {
    const { rig } = await before('gemini')
    const response = await post(rig, embeddings, { model: 'vectors', input: [[1, 2], [3]] })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('input.0: a text is expected: this model takes no')
  })
})

describe('a client of Gemini before OpenAI', () => {
  it('embeds one content', async () => {
    const { rig, sent } = await before('openai-chat')
    const asked = { content: contentOf('one two'), taskType: 'X', outputDimensionality: 3 }
    const response = await post(rig, `/gemini${gemini}:embedContent`, asked)
    expect(response.headers.get('x-posthouse-dropped')).toBe('taskType')
    const body = JSON.parse(await response.text())
    expect(body).toMatchObject({ usageMetadata: { promptTokenCount: 2 } })
    expect(body.embedding.values).toHaveLength(3)
    expect(sentBody(sent())).toEqual({
      model: 'sandbox/embedding',
      input: ['one two'],
      dimensions: 3,
    })
    expect(await charged(rig)).toMatchObject({ amount: 2n })
  })

  it('embeds many, and hears failures in its own shape', async () => {
    const { rig } = await before('openai-chat')
    const requests = ['one', '[[sandbox: fault=400]]'].map((text) => ({ content: contentOf(text) }))
    const path = `${gemini}:batchEmbedContents`
    const refused = await post(rig, path, { requests })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } })
    const answer = await post(rig, path, { requests: requests.slice(0, 1) })
    expect(await answer.json()).toMatchObject({ embeddings: [{ values: expect.any(Array) }] })
    const empty = await post(rig, path, { requests: [] })
    expect(empty.status).toBe(400)
  })
})

describe('a client of OpenAI before a server that heeds no encoding', () => {
  const numbers = [0.5, -2, 0.25]
  const packed = Buffer.from(new Float32Array(numbers).buffer).toString('base64')
  const answers = async (
    format: object,
    vector: unknown,
    more: object = {},
  ): Promise<{ text: string; status: number }> => {
    const supplier = await scriptedSupplier()
    const body = {
      model: 'own',
      data: [{ object: 'embedding', index: 0, embedding: vector, note: 'kept' }],
      usage: { prompt_tokens: 2, total_tokens: 2 },
      ...more,
    }
    supplier.play({ frames: [JSON.stringify(body, null, 1)], contentType: 'application/json' })
    const rig = await stand({
      channels: [channel({ type: 8, models: ['vectors'], baseUrl: supplier.url })],
      prices: [{ ...onePerToken, model: '*' }],
      settings: { PrivateBaseUrlsAllowed: true },
    })
    const response = await post(rig, embeddings, { ...openAi, ...format })
    const text = await response.text()
    await supplier.close()
    return { text, status: response.status }
  }

  it.each([
    ['base64', numbers, packed],
    ['base64', packed, packed],
    ['float', packed, numbers],
    ['float', numbers, numbers],
    [undefined, packed, numbers],
  ])('gets what it asked for: %s, given %s', async (format, given, expected) => {
    const { text } = await answers({ encoding_format: format }, given)
    expect(JSON.parse(text)).toEqual({
      model: 'own',
      data: [{ object: 'embedding', index: 0, embedding: expected, note: 'kept' }],
      usage: { prompt_tokens: 2, total_tokens: 2 },
    })
    // What is as it was asked for goes on byte for byte.
    expect(text.includes('\n')).toBe(given === expected)
  })

  it('and what was counted for it', async () => {
    const { text } = await answers({ encoding_format: 'base64' }, numbers, { usage: null })
    const { data, usage } = JSON.parse(text)
    expect(data[0].embedding).toBe(packed)
    expect(usage.prompt_tokens).toBeGreaterThan(0)
  })

  it('and whatever its length', async () => {
    const long = Array.from({ length: 900_000 }, () => 0.5)
    const { text } = await answers({ encoding_format: 'base64' }, long)
    expect(Buffer.from(JSON.parse(text).data[0].embedding, 'base64')).toHaveLength(3_600_000)
  })
})

describe('a client of Gemini before Gemini', () => {
  it('gets bytes for bytes', async () => {
    const { rig, sent } = await before('gemini')
    const asked = '{"content": {"parts": [{"text":"one two"}]},  "unknown": 1.0}'
    const response = await post(rig, '/v1alpha/models/sandbox%2Fx:embedContent', asked)
    expect(response.status).toBe(404)
    const own = await stand({ channels: [channel({ plugin: { dialects: ['gemini'] } })] })
    const spy = spyOn(own)
    const answer = await post(own, '/v1/models/sandbox%2Fembedding:embedContent', asked)
    expect(await answer.text()).toMatch(/^{"embedding":{"values":\[.*"promptTokenCount":2}}$/)
    expect(Buffer.from(spy()?.body ?? []).toString()).toBe(asked)
    expect(spy()?.url.pathname).toMatch(/:embedContent$/)
    expect(sent()).toBeNull()
    expect(await charged(own)).toMatchObject({
      amount: 2n,
      usage: { dialect: 'gemini-embedding', usage_source: 'reported' },
    })
  })

  it('names the model that the channel has, inside too', async () => {
    const { rig, sent } = await before('gemini')
    const requests = [{ model: 'models/vectors', content: contentOf('one'), taskType: 'X' }]
    expect((await post(rig, `${gemini}:batchEmbedContents`, { requests })).status).toBe(200)
    expect(sentBody(sent())).toEqual({
      requests: [{ ...requests[0], model: 'models/sandbox/embedding' }],
    })
  })

  it('is passed on when it is long, with its usage', async () => {
    const { rig } = await before('gemini')
    const requests = Array.from({ length: 80 }, (_, index) => ({
      content: contentOf(`word${index}`),
      outputDimensionality: 3_000,
    }))
    const response = await post(rig, `${gemini}:batchEmbedContents`, { requests })
    expect(JSON.parse(await response.text()).embeddings).toHaveLength(80)
    expect(await charged(rig)).toMatchObject({ amount: 80n, usage: { usage_source: 'reported' } })
  })
})
