import { ChatAnthropic } from '@langchain/anthropic'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai'
import { isLongRun } from '@posthouse/testkit/long-run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Seat, seatBefore } from './seat.ts'
import { upstreamsOf } from './upstreams.ts'

/* LangChain's models of three vendors, unmodified, with nothing but the base URL changed. */

type Called = { readonly site: string; readonly apiKey: string; readonly model: string }

const models: readonly { name: string; model: (called: Called) => BaseChatModel }[] = [
  {
    name: 'ChatOpenAI',
    model: ({ site, apiKey, model }) =>
      new ChatOpenAI({ model, apiKey, maxRetries: 0, configuration: { baseURL: `${site}/v1` } }),
  },
  {
    name: 'ChatOpenAI over Responses',
    model: ({ site, apiKey, model }) =>
      new ChatOpenAI({
        model,
        apiKey,
        maxRetries: 0,
        useResponsesApi: true,
        configuration: { baseURL: `${site}/v1` },
      }),
  },
  {
    name: 'ChatAnthropic',
    model: ({ site, apiKey, model }) =>
      new ChatAnthropic({
        model,
        apiKey,
        maxRetries: 0,
        maxTokens: 1_024,
        anthropicApiUrl: site,
      }),
  },
  {
    name: 'ChatGoogleGenerativeAI',
    model: ({ site, apiKey, model }) =>
      new ChatGoogleGenerativeAI({ model, apiKey, maxRetries: 0, baseUrl: site }),
  },
]

const weather = {
  name: 'weather',
  description: 'The weather in a city',
  schema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
} as const

describe.each(upstreamsOf(isLongRun))('LangChain before $name', (upstream) => {
  let seat: Seat

  beforeAll(async () => {
    seat = await seatBefore(upstream)
  })
  afterAll(() => seat.leave())

  describe.each(models)('$name', ({ model: modelOf }) => {
    const model = (apiKey = seat.customer.key): BaseChatModel =>
      modelOf({ site: seat.site, apiKey, model: upstream.chat })

    test('chats, and the balance lost what the log says', async () => {
      const who = await seat.stand.customer()
      const answer = await model(who.key).invoke('hello')
      expect(answer.text.length).toBeGreaterThan(5)
      expect(answer).toMatchObject({ usage_metadata: { output_tokens: expect.any(Number) } })
      expect(await seat.stand.books.differences()).toEqual([])
      const lost = 1_000_000_000 - (await seat.stand.books.balance(who.id))
      expect(lost).toBeGreaterThan(0)
      expect(await seat.stand.books.charged(who.id)).toBe(lost)
    })

    test('streams the words one by one', async () => {
      let [text, pieces] = ['', 0]
      for await (const chunk of await model().stream('hello')) {
        text += chunk.text
        pieces += chunk.text === '' ? 0 : 1
      }
      expect(text.length).toBeGreaterThan(5)
      expect(pieces).toBeGreaterThan(1)
    })

    test('calls tools and takes their results, whole and streamed', async () => {
      const armed = model().bindTools?.([weather]) ?? model()
      const asked = new HumanMessage('use both tools')
      const streamed = await armed.stream([asked])
      let collected: AIMessage | null = null
      for await (const chunk of streamed) {
        collected = collected === null ? chunk : (collected as typeof chunk).concat(chunk)
      }
      for (const answer of [await armed.invoke([asked]), collected]) {
        const calls = answer?.tool_calls ?? []
        expect(calls.map(({ name, args }) => [name, args])).toEqual([
          ['weather', { city: expect.any(String) }],
          ['weather', { city: expect.any(String) }],
        ])
        if (answer === null) throw new Error('nothing was streamed')
        const results = calls.map(
          ({ id = '', name }) => new ToolMessage({ tool_call_id: id, name, content: 'rain' }),
        )
        const last = await armed.invoke([asked, answer, ...results])
        expect(last.text.length).toBeGreaterThan(5)
      }
    })

    test('throws for a key that is none', async () => {
      await expect(model('sk-nobody').invoke('hello')).rejects.toThrow(/401|key/i)
    })
  })

  test('makes vectors', async () => {
    const embeddings = new OpenAIEmbeddings({
      model: upstream.embedding,
      apiKey: seat.customer.key,
      maxRetries: 0,
      configuration: { baseURL: `${seat.site}/v1` },
    })
    const vectors = await embeddings.embedDocuments(['rain', 'sun'])
    expect(vectors.map(({ length }) => length > 1)).toEqual([true, true])
  })
})
