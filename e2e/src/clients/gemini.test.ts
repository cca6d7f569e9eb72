import { ApiError, type GenerateContentResponse, GoogleGenAI, Type } from '@google/genai'
import { isLongRun } from '@posthouse/testkit/long-run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Seat, seatBefore } from './seat.ts'
import { upstreamsOf } from './upstreams.ts'

/* Google's official client, unmodified, with nothing but its base URL changed. */

const weather = {
  name: 'weather',
  description: 'The weather in a city',
  parameters: {
    type: Type.OBJECT,
    properties: { city: { type: Type.STRING } },
    required: ['city'],
  },
}

describe.each(upstreamsOf(isLongRun))('@google/genai before $name', (upstream) => {
  let seat: Seat
  let gemini: GoogleGenAI
  const model = upstream.chat

  const clientFor = (apiKey: string): GoogleGenAI =>
    new GoogleGenAI({ apiKey, httpOptions: { baseUrl: seat.site } })

  beforeAll(async () => {
    seat = await seatBefore(upstream)
    gemini = clientFor(seat.customer.key)
  })
  afterAll(() => seat.leave())

  test('chats, and the books have what it was told', async () => {
    const answer = await gemini.models.generateContent({ model, contents: 'hello' })
    expect(answer.text?.length).toBeGreaterThan(5)
    expect(answer.candidates?.[0]?.finishReason).toBe('STOP')
    const usage = answer.usageMetadata
    const request = answer.sdkHttpResponse?.headers?.['x-request-id'] ?? ''
    expect(await seat.stand.books.charge(request)).toMatchObject({
      inputTokens: usage?.promptTokenCount,
      outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
      usageSource: 'reported',
    })
  })

  test('streams', async () => {
    const stream = await gemini.models.generateContentStream({
      model,
      contents: 'hello',
      config: { systemInstruction: 'You keep a station.' },
    })
    const chunks: GenerateContentResponse[] = []
    for await (const chunk of stream) chunks.push(chunk)
    expect(chunks.map(({ text }) => text ?? '').join('').length).toBeGreaterThan(5)
    expect(chunks.at(-1)?.usageMetadata?.totalTokenCount).toBeGreaterThan(0)
    expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP')
  })

  test('calls a tool and takes its result, whole and streamed', async () => {
    const config = { tools: [{ functionDeclarations: [weather] }] }
    const asked = { model, contents: [{ role: 'user', parts: [{ text: 'use the tool' }] }], config }
    const whole = await gemini.models.generateContent(asked)
    const streamed = []
    for await (const chunk of await gemini.models.generateContentStream(asked)) {
      streamed.push(...(chunk.functionCalls ?? []))
    }
    expect(streamed).toHaveLength(1)
    expect(streamed[0]?.args).toHaveProperty('city')
    const call = whole.functionCalls?.[0]
    expect(call?.name).toBe('weather')
    expect(call?.args).toHaveProperty('city')
    const content = whole.candidates?.[0]?.content
    if (content === undefined || call === undefined) throw new Error('no call of a function')
    const answer = await gemini.models.generateContent({
      ...asked,
      contents: [
        ...asked.contents,
        content,
        {
          role: 'user',
          parts: [
            {
              functionResponse: {
                ...(call.id === undefined ? {} : { id: call.id }),
                name: 'weather',
                response: { weather: 'rain' },
              },
            },
          ],
        },
      ],
    })
    expect(answer.text).not.toBe('')
  })

  test('calls two tools at once', async () => {
    const answer = await gemini.models.generateContent({
      model,
      contents: 'use both tools',
      config: { tools: [{ functionDeclarations: [weather] }] },
    })
    expect(answer.functionCalls).toHaveLength(2)
  })

  test('makes vectors', async () => {
    const { embeddings } = await gemini.models.embedContent({
      model: upstream.embedding,
      contents: ['rain', 'sun'],
      config: { outputDimensionality: 2 },
    })
    expect(embeddings).toHaveLength(2)
    expect(embeddings?.[1]?.values).toHaveLength(2)
  })

  test('is refused in its own words', async () => {
    const failure = (asked: Promise<unknown>): Promise<unknown> =>
      asked.then(
        () => null,
        (error: unknown) => error,
      )
    const refused = await failure(
      clientFor('sk-nobody').models.generateContent({ model, contents: 'hello' }),
    )
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ status: 401 })
    expect(
      await failure(gemini.models.generateContent({ model: 'nobody-has-this', contents: 'hello' })),
    ).toMatchObject({ status: 404 })
    expect(
      await failure(gemini.models.generateContent({ model, contents: upstream.failing(400) })),
    ).toMatchObject({ status: 400 })
  })

  test('lists models and counts tokens', async () => {
    const names: (string | undefined)[] = []
    for await (const { name } of await gemini.models.list()) names.push(name)
    expect(names).toContain(`models/${model}`)
    const counted = await gemini.models.countTokens({ model, contents: 'How long is this?' })
    expect(counted.totalTokens).toBeGreaterThan(3)
  })
})
