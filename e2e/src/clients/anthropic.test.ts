import Anthropic, { APIError } from '@anthropic-ai/sdk'
import { isLongRun } from '@posthouse/testkit/long-run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Seat, seatBefore } from './seat.ts'
import { upstreamsOf } from './upstreams.ts'

/* Anthropic's official client, unmodified, with nothing but its base URL changed. */

const weatherTool: Anthropic.Tool = {
  name: 'weather',
  description: 'The weather in a city',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
}

describe.each(upstreamsOf(isLongRun))('@anthropic-ai/sdk before $name', (upstream) => {
  let seat: Seat
  let anthropic: Anthropic

  beforeAll(async () => {
    seat = await seatBefore(upstream)
    anthropic = new Anthropic({
      apiKey: seat.customer.key,
      baseURL: seat.site,
      maxRetries: 0,
    })
  })
  afterAll(() => seat.leave())

  const ask = (content: string): Anthropic.MessageCreateParamsNonStreaming => ({
    model: upstream.chat,
    max_tokens: 4_096,
    messages: [{ role: 'user', content }],
  })
  const textOf = ({ content }: Anthropic.Message): string =>
    content.map((block) => (block.type === 'text' ? block.text : '')).join('')

  test('chats, and the books have what it was told', async () => {
    const { data: message, response } = await anthropic.messages.create(ask('hello')).withResponse()
    expect(textOf(message).length).toBeGreaterThan(5)
    expect(message.stop_reason).toBe('end_turn')
    const { usage } = message
    const read = usage.cache_read_input_tokens ?? 0
    const written = usage.cache_creation_input_tokens ?? 0
    expect(await seat.stand.books.charge(response.headers.get('x-request-id') ?? '')).toMatchObject(
      {
        inputTokens: usage.input_tokens + read + written,
        outputTokens: usage.output_tokens,
        usageSource: 'reported',
      },
    )
  })

  test('streams through its own collector', async () => {
    const stream = anthropic.messages.stream({ ...ask('hello'), system: 'You keep a station.' })
    let pieces = 0
    stream.on('text', () => {
      pieces += 1
    })
    const message = await stream.finalMessage()
    expect(pieces).toBeGreaterThan(1)
    expect(message.stop_reason).toBe('end_turn')
    expect(message.usage.output_tokens).toBeGreaterThan(0)
  })

  test('calls a tool and takes its result, whole and streamed', async () => {
    const asked = { ...ask('use the tool'), tools: [weatherTool] }
    for (const message of [
      await anthropic.messages.create(asked),
      await anthropic.messages.stream(asked).finalMessage(),
    ]) {
      expect(message.stop_reason).toBe('tool_use')
      const call = message.content.find((block) => block.type === 'tool_use')
      expect(call?.name).toBe('weather')
      expect(call?.input).toHaveProperty('city')
      const answer = await anthropic.messages.create({
        ...asked,
        messages: [
          ...asked.messages,
          { role: 'assistant', content: message.content },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: 'rain' }],
          },
        ],
      })
      expect(textOf(answer)).not.toBe('')
    }
  })

  test('calls two tools at once', async () => {
    const asked = { ...ask('use both tools'), tools: [weatherTool] }
    const message = await anthropic.messages.stream(asked).finalMessage()
    const calls = message.content.filter((block) => block.type === 'tool_use')
    expect(calls).toHaveLength(2)
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
    for (const { input } of calls) expect(input).toHaveProperty('city')
  })

  test('is refused in its own words', async () => {
    const failure = async (asked: Promise<unknown>): Promise<APIError> => {
      const error = await asked.then(
        () => null,
        (reason: unknown) => reason,
      )
      if (!(error instanceof APIError)) throw new Error('it was no error of the API')
      return error
    }
    const wrongKey = new Anthropic({
      apiKey: 'sk-nobody',
      baseURL: seat.site,
      maxRetries: 0,
    })
    expect(await failure(wrongKey.messages.create(ask('hello')))).toMatchObject({
      status: 401,
      type: 'authentication_error',
    })
    const unknown = { ...ask('hello'), model: 'nobody-has-this' }
    expect(await failure(anthropic.messages.create(unknown))).toMatchObject({
      status: 404,
      type: 'not_found_error',
    })
    expect(await failure(anthropic.messages.create(ask(upstream.failing(400))))).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    })
  })

  test('lists models and counts tokens', async () => {
    const models = await anthropic.models.list()
    expect(models.data.map(({ id }) => id)).toContain(upstream.chat)
    expect((await anthropic.models.retrieve(upstream.chat)).id).toBe(upstream.chat)
    const { model, messages } = ask('How long is this?')
    const counted = await anthropic.messages.countTokens({ model, messages })
    expect(counted.input_tokens).toBeGreaterThan(3)
  })
})
