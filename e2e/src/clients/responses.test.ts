import { isLongRun } from '@posthouse/testkit/long-run'
import OpenAI, { APIError } from 'openai'
import type { Response } from 'openai/resources/responses/responses'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Seat, seatBefore } from './seat.ts'
import { upstreamsOf } from './upstreams.ts'

/* OpenAI's official client and its Responses, unmodified, with nothing but its base URL changed. */

const weatherTool = {
  type: 'function',
  name: 'weather',
  description: 'The weather in a city',
  strict: false,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
} as const

const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

describe.each(upstreamsOf(isLongRun))('openai’s Responses before $name', (upstream) => {
  let seat: Seat
  let openai: OpenAI
  const model = upstream.chat

  const clientFor = (key: string): OpenAI =>
    new OpenAI({ apiKey: key, baseURL: `${seat.site}/v1`, maxRetries: 0 })

  beforeAll(async () => {
    seat = await seatBefore(upstream)
    openai = clientFor(seat.customer.key)
  })
  afterAll(() => seat.leave())

  const callsIn = ({ output }: Response) => output.filter((item) => item.type === 'function_call')

  test('answers, and the books have what it was told', async () => {
    const { data, response } = await openai.responses
      .create({ model, input: 'hello', instructions: 'You keep a station.' })
      .withResponse()
    expect(data.status).toBe('completed')
    expect(data.output_text.length).toBeGreaterThan(5)
    expect(await seat.stand.books.charge(response.headers.get('x-request-id') ?? '')).toMatchObject(
      {
        inputTokens: data.usage?.input_tokens,
        outputTokens: data.usage?.output_tokens,
        usageSource: 'reported',
      },
    )
  })

  test('streams through its own collector', async () => {
    const stream = openai.responses.stream({ model, input: 'hello' })
    let pieces = 0
    stream.on('response.output_text.delta', () => {
      pieces += 1
    })
    const response = await stream.finalResponse()
    expect(pieces).toBeGreaterThan(1)
    expect(response.output_text.length).toBeGreaterThan(5)
    expect(response.usage?.output_tokens).toBeGreaterThan(0)
  })

  test('calls a tool and takes its result, whole and streamed', async () => {
    const asked = { model, input: 'use the tool', tools: [weatherTool] }
    for (const response of [
      await openai.responses.create(asked),
      await openai.responses.stream(asked).finalResponse(),
    ]) {
      const [call] = callsIn(response)
      expect(call?.name).toBe('weather')
      expect(JSON.parse(call?.arguments ?? '')).toHaveProperty('city')
      const answer = await openai.responses.create({
        ...asked,
        input: [
          { role: 'user', content: asked.input },
          ...callsIn(response),
          { type: 'function_call_output', call_id: call?.call_id ?? '', output: 'rain' },
        ],
      })
      expect(answer.output_text).not.toBe('')
    }
  })

  test('calls two tools at once', async () => {
    const response = await openai.responses
      .stream({ model, input: 'use both tools', tools: [weatherTool] })
      .finalResponse()
    expect(new Set(callsIn(response).map(({ call_id: id }) => id)).size).toBe(2)
  })

  test('is refused in its own words', async () => {
    const failure = await refusalOf(
      openai.responses.create({ model, input: upstream.failing(400) }),
    )
    expect(failure).toBeInstanceOf(APIError)
    expect(failure).toMatchObject({ status: 400 })
  })

  describe('with state', () => {
    test('goes on from a response, reads it back and deletes it', async () => {
      const first = await openai.responses.create({ model, input: 'my colour is mauve' })
      const second = await openai.responses
        .stream({ model, input: 'and my number 77', previous_response_id: first.id })
        .finalResponse()
      const third = await openai.responses.create({
        model,
        input: 'well?',
        previous_response_id: second.id,
      })
      expect(third.output_text).not.toBe('')
      const kept = await openai.responses.retrieve(third.id)
      expect(kept.output_text).toBe(third.output_text)
      expect(kept.previous_response_id).toBe(second.id)
      const texts: string[] = []
      for await (const item of openai.responses.inputItems.list(third.id, {
        order: 'asc',
        limit: 2,
      })) {
        if (item.type !== 'message') continue
        texts.push(...item.content.flatMap((part) => ('text' in part ? [part.text] : [])))
      }
      expect(texts).toEqual([
        'my colour is mauve',
        first.output_text,
        'and my number 77',
        second.output_text,
        'well?',
      ])
      await openai.responses.delete(third.id)
      const gone = await refusalOf(openai.responses.retrieve(third.id))
      expect(gone).toMatchObject({ status: 404 })
      const onwards = { model, input: 'x', previous_response_id: third.id }
      expect(await refusalOf(openai.responses.create(onwards))).toMatchObject({
        status: 400,
        code: 'previous_response_not_found',
        param: 'previous_response_id',
      })
    })

    test('takes the result of a tool in a turn of its own', async () => {
      const asked = { model, tools: [weatherTool] }
      const first = await openai.responses.create({ ...asked, input: 'use the tool, once' })
      const [call] = callsIn(first)
      const second = await openai.responses.create({
        ...asked,
        input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'rain' }],
        previous_response_id: first.id,
      })
      expect(second.output_text).not.toBe('')
    })

    test('talks in a conversation', async () => {
      const conversation = await openai.conversations.create({
        metadata: { topic: 'colours' },
        items: [{ type: 'message', role: 'user', content: 'my colour is green' }],
      })
      const answer = await openai.responses.create({
        model,
        input: 'well then?',
        conversation: conversation.id,
      })
      expect(answer.output_text).not.toBe('')
      const { data } = await openai.conversations.items.list(conversation.id, { order: 'asc' })
      expect(data.map((item) => item.type === 'message' && item.role)).toEqual([
        'user',
        'user',
        'assistant',
      ])
      await openai.conversations.items.delete(data[0]?.id ?? '', {
        conversation_id: conversation.id,
      })
      const changed = await openai.conversations.update(conversation.id, { metadata: { a: 'b' } })
      expect(changed.metadata).toEqual({ a: 'b' })
      expect(await openai.conversations.delete(conversation.id)).toMatchObject({ deleted: true })
      expect(await refusalOf(openai.conversations.retrieve(conversation.id))).toMatchObject({
        status: 404,
      })
    })

    test('makes a conversation short and goes on from that', async () => {
      const { output, object } = await openai.responses.compact({
        model,
        input: [{ role: 'user', content: 'my colour is mauve' }],
      })
      expect(object).toBe('response.compaction')
      const answer = await openai.responses.create({
        model,
        input: [
          ...output.filter((item) => item.type === 'compaction'),
          { role: 'user', content: 'which?' },
        ],
      })
      expect(answer.output_text).not.toBe('')
    })

    test('is made in the background', async () => {
      const { id } = await openai.responses.create({ model, input: 'hello', background: true })
      const made = await vi.waitFor(async () => {
        const kept = await openai.responses.retrieve(id)
        expect(kept.status).toBe('completed')
        return kept
      }, 10_000)
      expect(made.output_text).not.toBe('')
      const late = await openai.responses.cancel(id)
      expect(late.status).toBe('completed')
    })

    test('is made in the background and followed, by who comes back too', async () => {
      const asked = { model, input: 'hello', background: true, stream: true } as const
      let id = ''
      for await (const event of await openai.responses.create(asked)) {
        if (event.type !== 'response.created') continue
        id = event.response.id
        break
      }
      const rest = { stream: true, starting_after: 0 } as const
      const events = []
      for await (const event of await openai.responses.retrieve(id, rest)) events.push(event)
      expect(events[0]).toMatchObject({ type: 'response.in_progress', sequence_number: 1 })
      expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { id } })
      const { output } = await openai.responses.retrieve(id)
      expect(events.at(-1)).toMatchObject({ response: { output } })
    })

    test('is nobody else’s', async () => {
      const { id } = await openai.responses.create({ model, input: 'a secret of mine' })
      const other = clientFor((await seat.stand.customer()).key)
      expect(await refusalOf(other.responses.retrieve(id))).toMatchObject({ status: 404 })
      const onwards = { model, input: 'x', previous_response_id: id }
      expect(await refusalOf(other.responses.create(onwards))).toMatchObject({ status: 400 })
    })
  })

  test('counts the tokens of an input', async () => {
    const counted = await openai.responses.inputTokens.count({ model, input: 'How long is this?' })
    expect(counted.input_tokens).toBeGreaterThan(3)
  })
})
