import { createAnthropic } from '@ai-sdk/anthropic'
import { createDeepSeek } from '@ai-sdk/deepseek'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createXai } from '@ai-sdk/xai'
import { isLongRun } from '@posthouse/testkit/long-run'
import {
  APICallError,
  embedMany,
  generateText,
  type LanguageModel,
  jsonSchema,
  Output,
  stepCountIs,
  streamText,
  tool,
} from 'ai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Seat, seatBefore } from './seat.ts'
import { upstreamsOf } from './upstreams.ts'

/* Vercel's AI SDK with the providers of six vendors, unmodified, with nothing but the base URL changed. */

type Provider = {
  readonly name: string
  /** A model of the station's, for whoever has the key. */
  readonly model: (site: string, apiKey: string, id: string) => LanguageModel
}

const providers: readonly Provider[] = [
  {
    name: '@ai-sdk/openai (Responses)',
    model: (site, apiKey, id) => createOpenAI({ baseURL: `${site}/v1`, apiKey }).responses(id),
  },
  {
    name: '@ai-sdk/openai (chat)',
    model: (site, apiKey, id) => createOpenAI({ baseURL: `${site}/v1`, apiKey }).chat(id),
  },
  {
    name: '@ai-sdk/anthropic',
    model: (site, apiKey, id) => createAnthropic({ baseURL: `${site}/v1`, apiKey })(id),
  },
  {
    name: '@ai-sdk/google',
    model: (site, apiKey, id) =>
      createGoogleGenerativeAI({ baseURL: `${site}/v1beta`, apiKey })(id),
  },
  {
    name: '@ai-sdk/mistral',
    model: (site, apiKey, id) => createMistral({ baseURL: `${site}/v1`, apiKey })(id),
  },
  {
    name: '@ai-sdk/xai',
    model: (site, apiKey, id) => createXai({ baseURL: `${site}/v1`, apiKey })(id),
  },
  {
    name: '@ai-sdk/deepseek',
    model: (site, apiKey, id) => createDeepSeek({ baseURL: `${site}/v1`, apiKey })(id),
  },
]

/** What a provider leaves to the model, or an upstream does in a way of its own: by test, then by both. */
const untried: Readonly<Record<string, readonly RegExp[]>> = {
  // Asks in words for the schema, which neither of the two upstreams reads.
  'keeps to a schema': [/deepseek before/, /anthropic before aimock/],
  // `finishReason: FUNCTION_CALL`, which Gemini has not: the provider waits for `STOP`.
  'runs a tool and goes on with its result, whole and streamed': [/google before aimock.*Gemini/],
  'runs two tools at once': [/google before aimock.*Gemini/],
}

type City = { readonly city: string }

const cityOnly = jsonSchema<City>({
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
})

describe.each(upstreamsOf(isLongRun))('the AI SDK before $name', (upstream) => {
  let seat: Seat

  beforeAll(async () => {
    // What a provider leaves out of a call of its own accord is not ours to read.
    globalThis.AI_SDK_LOG_WARNINGS = false
    seat = await seatBefore(upstream)
  })
  afterAll(() => seat.leave())

  describe.each(providers)('$name', ({ name: provider, model: modelOf }) => {
    const trying = (name: string) =>
      // oxlint-disable-next-line vitest/no-disabled-tests -- the caller adds the test itself
      test.skipIf(
        name in upstream.skips ||
          untried[name]?.some((both) => both.test(`${provider} before ${upstream.name}`)),
      )

    const model = (key = seat.customer.key): LanguageModel => modelOf(seat.site, key, upstream.chat)
    const once = { maxRetries: 0 } as const

    /** Tools that are really run: what they were called with is kept. */
    function weatherTool() {
      const asked: City[] = []
      const weather = tool({
        description: 'The weather in a city',
        inputSchema: cityOnly,
        execute: (input) => {
          asked.push(input)
          return { rain: true }
        },
      })
      return { tools: { weather }, asked }
    }

    test('chats, and the books have what it was told', async () => {
      const answer = await generateText({ ...once, model: model(), prompt: 'hello' })
      expect(answer.text.length).toBeGreaterThan(5)
      expect(answer.finishReason).toBe('stop')
      expect(
        await seat.stand.books.charge(String(answer.response.headers?.['x-request-id'])),
      ).toMatchObject({
        inputTokens: answer.usage.inputTokens,
        outputTokens: answer.usage.outputTokens,
        usageSource: 'reported',
      })
    })

    test('streams, with the usage at its end', async () => {
      const stream = streamText({
        ...once,
        model: model(),
        instructions: 'You keep a station.',
        prompt: 'hello',
      })
      let text = ''
      for await (const piece of stream.textStream) text += piece
      expect(text.length).toBeGreaterThan(5)
      expect(await stream.finishReason).toBe('stop')
      // Mistral's own service reports without being asked, and its provider does not ask.
      if (provider !== '@ai-sdk/mistral') {
        expect((await stream.usage).outputTokens).toBeGreaterThan(0)
      }
    })

    trying('runs a tool and goes on with its result, whole and streamed')(
      'runs a tool and goes on with its result, whole and streamed',
      async () => {
        const whole = weatherTool()
        const asked = { ...once, model: model(), prompt: 'use the tool', stopWhen: stepCountIs(3) }
        const answer = await generateText({ ...asked, tools: whole.tools })
        expect(whole.asked).toEqual([{ city: expect.any(String) }])
        expect(answer.steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
        expect(answer.text).not.toBe('')
        const streamed = weatherTool()
        const stream = streamText({ ...asked, tools: streamed.tools })
        expect(await stream.text).not.toBe('')
        expect(streamed.asked).toEqual(whole.asked)
      },
    )

    trying('runs two tools at once')('runs two tools at once', async () => {
      const { tools, asked } = weatherTool()
      const stream = streamText({
        ...once,
        model: model(),
        prompt: 'use both tools',
        stopWhen: stepCountIs(3),
        tools,
      })
      expect(await stream.text).not.toBe('')
      expect(asked).toHaveLength(2)
    })

    trying('keeps to a schema')('keeps to a schema', async () => {
      const { output } = await generateText({
        ...once,
        model: model(),
        prompt: 'the weather',
        output: Output.object({ schema: cityOnly, name: 'weather' }),
      })
      expect(output.city).toEqual(expect.any(String))
    })

    test('gets errors that it knows how to treat', async () => {
      const failure = async (prompt: string, key?: string): Promise<APICallError> => {
        const error: unknown = await generateText({ ...once, model: model(key), prompt }).catch(
          (reason: unknown) => reason,
        )
        expect(APICallError.isInstance(error)).toBe(true)
        return error as APICallError
      }
      expect(await failure('hello', 'sk-nobody')).toMatchObject({
        statusCode: 401,
        isRetryable: false,
      })
      expect(await failure(upstream.failing(400))).toMatchObject({
        statusCode: 400,
        isRetryable: false,
      })
      const poor = await seat.stand.customer({ balance: 0 })
      const empty = await failure('hello', poor.key)
      expect(empty).toMatchObject({ statusCode: 402, isRetryable: false })
      // Read from the body: the provider understood its shape. Mistral's has one of its own.
      if (provider !== '@ai-sdk/mistral') expect(empty.message).toMatch(/quota|credit|balance/i)
    })
  })

  test('makes vectors', async () => {
    const openai = createOpenAI({
      baseURL: `${seat.site}/v1`,
      apiKey: seat.customer.key,
    })
    const { embeddings } = await embedMany({
      model: openai.embedding(upstream.embedding),
      values: ['rain', 'sun'],
      maxRetries: 0,
    })
    expect(embeddings).toHaveLength(2)
    expect(embeddings[0]?.length).toBeGreaterThan(1)
  })
})
