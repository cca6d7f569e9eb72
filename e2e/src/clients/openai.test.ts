import { eventually } from '@posthouse/testkit/books'
import { isLongRun } from '@posthouse/testkit/long-run'
import {
  type Customer,
  type CustomerOptions,
  openStand,
  type Stand,
} from '@posthouse/testkit/stand'
import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { upstreamsOf } from './upstreams.ts'

/*
 * The official client, unmodified, with nothing but its base URL changed.
 */

const quotaPerDollar = 500_000

async function collected<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const value of values) all.push(value)
  return all
}

const weatherTool = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather in a city',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    },
  },
} as const

describe.each(upstreamsOf(isLongRun))('openai before $name', (upstream) => {
  let stand: Stand
  let detach: () => Promise<void>
  let customer: Customer
  let openai: OpenAI
  const model = upstream.chat

  const clientFor = ({ key }: Customer, more: Record<string, string> = {}): OpenAI =>
    new OpenAI({
      apiKey: key,
      baseURL: `${stand.product.address}/v1`,
      maxRetries: 0,
      defaultHeaders: more,
    })

  async function newClient(options?: CustomerOptions): Promise<{ openai: OpenAI; who: Customer }> {
    const who = await stand.customer(options)
    return { openai: clientFor(who), who }
  }

  const ask = (content: string) => ({ model, messages: [{ role: 'user' as const, content }] })

  const skipping = (name: string) => {
    const reason = upstream.skips[name]
    return reason === undefined
      ? test
      : (title: string, _run: () => Promise<void>) =>
          test(`${title}: not tried, ${reason}`, () => {
            expect(reason).not.toBe('')
          })
  }

  const failureOf = async (promise: Promise<unknown>): Promise<APIError> => {
    const error: unknown = await promise.then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(APIError)
    return error as APIError
  }

  beforeAll(async () => {
    stand = await openStand()
    detach = await upstream.attach(stand)
    customer = await stand.customer()
    openai = clientFor(customer)
  })
  afterEach(async () => {
    expect(await stand.books.differences()).toEqual([])
  })
  afterAll(async () => {
    await stand[Symbol.asyncDispose]()
    await detach()
  })

  test('chats, and the log row is what the balance lost', async () => {
    const before = await stand.books.balance(customer.id)
    const { data, response } = await openai.chat.completions.create(ask('hello')).withResponse()
    expect(data.object).toBe('chat.completion')
    expect(data.model).toBe(model)
    expect(data.choices[0]?.finish_reason).toBe('stop')
    expect(data.choices[0]?.message.content?.length).toBeGreaterThan(5)
    expect(data.usage?.total_tokens).toBe(
      (data.usage?.prompt_tokens ?? 0) + (data.usage?.completion_tokens ?? 0),
    )
    const id = response.headers.get('x-request-id') ?? ''
    const charge = await stand.books.charge(id)
    expect(charge).toMatchObject({
      requestId: id,
      outcome: 'complete',
      usageSource: 'reported',
      inputTokens: data.usage?.prompt_tokens,
      outputTokens: data.usage?.completion_tokens,
    })
    expect(charge.quota).toBeGreaterThan(0)
    expect(before - (await stand.books.balance(customer.id))).toBe(charge.quota)
  })

  test('streams the same words, without a usage chunk that was not asked for', async () => {
    const whole = await openai.chat.completions.create(ask('hello again'))
    const stream = await openai.chat.completions.create({ ...ask('hello again'), stream: true })
    let text = ''
    let last: string | null | undefined = null
    for await (const chunk of stream) {
      expect(chunk.object).toBe('chat.completion.chunk')
      expect(chunk.usage ?? null).toBeNull()
      expect(chunk.choices).toHaveLength(1)
      text += chunk.choices[0]?.delta.content ?? ''
      last = chunk.choices[0]?.finish_reason ?? last
    }
    expect(text).toBe(whole.choices[0]?.message.content)
    expect(last).toBe('stop')
  })

  test('gives the usage chunk when it is asked for, as the last one', async () => {
    const { data: stream, response } = await openai.chat.completions
      .create({ ...ask('hello'), stream: true, stream_options: { include_usage: true } })
      .withResponse()
    const chunks = await collected(stream)
    const usage = chunks.at(-1)?.usage
    expect(chunks.at(-1)?.choices).toEqual([])
    expect(chunks.filter((chunk) => chunk.usage != null)).toHaveLength(1)
    expect(await stand.books.charge(response.headers.get('x-request-id') ?? '')).toMatchObject({
      inputTokens: usage?.prompt_tokens,
      outputTokens: usage?.completion_tokens,
      usageSource: 'reported',
    })
  })

  test('streams through the client’s own collector', async () => {
    const runner = openai.chat.completions.stream(ask('hello'))
    const completion = await runner.finalChatCompletion()
    expect(completion.choices[0]?.message.content?.length).toBeGreaterThan(5)
  })

  test('calls a tool and takes its result', async () => {
    const first = await openai.chat.completions.create({
      ...ask('use the tool'),
      tools: [weatherTool],
    })
    const message = first.choices[0]?.message
    const call = message?.tool_calls?.[0]
    expect(first.choices[0]?.finish_reason).toBe('tool_calls')
    if (message === undefined || call?.type !== 'function') throw new Error('no call of a function')
    expect(call.function.name).toBe('weather')
    expect(JSON.parse(call.function.arguments)).toHaveProperty('city')
    const second = await openai.chat.completions.create({
      model,
      tools: [weatherTool],
      messages: [
        { role: 'user', content: 'use the tool' },
        message,
        { role: 'tool', tool_call_id: call.id, content: '{"rain":true}' },
      ],
    })
    expect(second.choices[0]?.finish_reason).toBe('stop')
    expect(second.choices[0]?.message.content?.length).toBeGreaterThan(5)
  })

  test('streams the arguments of a tool call piece by piece', async () => {
    const asked = { ...ask('use the tool'), tools: [weatherTool] }
    const whole = await openai.chat.completions.create(asked)
    const stream = await openai.chat.completions.create({ ...asked, stream: true })
    const pieces = (await collected(stream)).flatMap(
      ({ choices }) => choices[0]?.delta.tool_calls ?? [],
    )
    expect(new Set(pieces.map(({ index }) => index))).toEqual(new Set([0]))
    expect(pieces.filter(({ id }) => id !== undefined)).toHaveLength(1)
    expect(pieces.map((piece) => piece.function?.name ?? '').join('')).toBe('weather')
    const call = whole.choices[0]?.message.tool_calls?.[0]
    expect(pieces.map((piece) => piece.function?.arguments ?? '').join('')).toBe(
      call?.type === 'function' ? call.function.arguments : null,
    )
  })

  skipping('calls two tools at once')('calls two tools at once', async () => {
    const asked = { ...ask('use both tools'), tools: [weatherTool] }
    const whole = await openai.chat.completions.create(asked)
    expect(whole.choices[0]?.message.tool_calls).toHaveLength(2)
    const streamed = await openai.chat.completions.stream(asked).finalChatCompletion()
    const argumentsOf = (completion: typeof whole): unknown[] =>
      (completion.choices[0]?.message.tool_calls ?? []).map((call) =>
        call.type === 'function' ? JSON.parse(call.function.arguments) : null,
      )
    const ids = streamed.choices[0]?.message.tool_calls?.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    expect(argumentsOf(whole)).toEqual([{ city: expect.any(String) }, { city: expect.any(String) }])
    expect(argumentsOf(streamed)).toEqual(argumentsOf(whole))
  })

  skipping('keeps to a schema')('keeps to a schema', async () => {
    const completion = await openai.chat.completions.create({
      ...ask('the weather'),
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'weather',
          schema: {
            type: 'object',
            properties: { city: { type: 'string' }, rain: { type: 'boolean' } },
            required: ['city', 'rain'],
          },
        },
      },
    })
    const value: unknown = JSON.parse(completion.choices[0]?.message.content ?? '')
    expect(value).toEqual({ city: expect.any(String), rain: expect.any(Boolean) })
  })

  test('leaves in the middle of a stream and pays for what came', async () => {
    const { openai: own, who } = await newClient()
    const before = await stand.books.balance(who.id)
    const { data: stream, response } = await own.chat.completions
      .create({ ...ask(upstream.slowly(400)), stream: true })
      .withResponse()
    let chunks = 0
    for await (const chunk of stream) {
      chunks += (chunk.choices[0]?.delta.content ?? '') === '' ? 0 : 1
      if (chunks === 3) break
    }
    const charge = await stand.books.charge(response.headers.get('x-request-id') ?? '')
    expect(charge).toMatchObject({ outcome: 'client-left', status: 499 })
    // Messages say the input at the beginning; of others all of it is counted.
    expect(['counted', 'partial']).toContain(charge.usageSource)
    expect(charge.inputTokens).toBeGreaterThan(0)
    // What was written, and not the 400 words that were on their way.
    expect(charge.outputTokens).toBeGreaterThanOrEqual(3)
    expect(charge.outputTokens).toBeLessThan(200)
    expect(before - (await stand.books.balance(who.id))).toBe(charge.quota)
  })

  test('gives up waiting for a whole answer and pays for its input', async () => {
    const { openai: own, who } = await newClient()
    const failure = await own.chat.completions
      .create(ask(upstream.slowly(400)), { timeout: 10 })
      .catch((error: unknown) => error)
    expect(failure instanceof OpenAI.APIConnectionTimeoutError || !(failure instanceof Error)).toBe(
      true,
    )
    await stand.books.differences()
    const charged = await stand.books.charged(who.id)
    expect(charged).toBe(1_000_000_000 - (await stand.books.balance(who.id)))
  })

  describe('gets the errors of its own types', () => {
    test('AuthenticationError for a key that is none', async () => {
      const error = await failureOf(
        clientFor({ ...customer, key: 'sk-nobody' }).chat.completions.create(ask('hello')),
      )
      expect(error).toBeInstanceOf(AuthenticationError)
      expect(error).toMatchObject({ status: 401, code: 'invalid_api_key' })
      expect(error.requestID).toMatch(/^[0-9a-f-]{36}$/)
    })

    test.each([false, true])(
      'an APIError of 402, not a RateLimitError, for an empty wallet (stream: %s)',
      async (stream) => {
        const { openai: own } = await newClient({ balance: 0 })
        const error = await failureOf(own.chat.completions.create({ ...ask('hello'), stream }))
        expect(error).not.toBeInstanceOf(RateLimitError)
        expect(error).toMatchObject({
          status: 402,
          code: 'insufficient_quota',
          type: 'insufficient_quota',
        })
      },
    )

    test('RateLimitError for a limit of requests, with the time to wait', async () => {
      const { openai: own } = await newClient({ token: { limits: { requests_per_minute: 1 } } })
      await own.chat.completions.create(ask('hello'))
      const error = await failureOf(own.chat.completions.create(ask('hello')))
      expect(error).toBeInstanceOf(RateLimitError)
      expect(error.code).toBe('rate_limit_exceeded')
      expect(Number(error.headers?.get('retry-after'))).toBeGreaterThan(0)
    })

    test('NotFoundError for a model that nobody has', async () => {
      const error = await failureOf(
        openai.chat.completions.create({ ...ask('hello'), model: 'gpt-nobody' }),
      )
      expect(error).toBeInstanceOf(NotFoundError)
      expect(error).toMatchObject({ code: 'model_not_found', param: 'model' })
    })

    test('PermissionDeniedError for a model that the token may not use', async () => {
      const { openai: own } = await newClient({ token: { limits: { models: ['other'] } } })
      expect(await failureOf(own.chat.completions.create(ask('hello')))).toBeInstanceOf(
        PermissionDeniedError,
      )
    })

    test('BadRequestError for a body of ours and for one of the upstream’s', async () => {
      const ours = await failureOf(openai.chat.completions.create({ ...ask('hello'), n: 0 }))
      expect(ours).toBeInstanceOf(BadRequestError)
      expect(ours.param).toBe('n')
      const theirs = await failureOf(openai.chat.completions.create(ask(upstream.failing(400))))
      expect(theirs).toBeInstanceOf(BadRequestError)
    })

    test('an APIError of 502 when the upstream fails, and it is free', async () => {
      const { openai: own, who } = await newClient()
      const error = await failureOf(own.chat.completions.create(ask(upstream.failing(500))))
      expect(error.status).toBe(502)
      await stand.books.differences()
      expect(await stand.books.charged(who.id)).toBe(0)
    })

    test('a RateLimitError when the upstream is busy', async () => {
      const error = await failureOf(openai.chat.completions.create(ask(upstream.failing(429))))
      expect(error).toBeInstanceOf(RateLimitError)
      expect(error.code).toBe('upstream_busy')
      // Who comes next must not wait for what this test has cooled down.
      const { data } = await stand.root.client.listChannels({ query: {} })
      for (const { id, name } of data) {
        await stand.root.client.updateChannel({ body: { id, name } })
      }
      expect((await openai.chat.completions.create(ask('hello'))).object).toBe('chat.completion')
    })
  })

  test('makes vectors', async () => {
    const { data, response } = await openai.embeddings
      .create({ model: upstream.embedding, input: ['rain', 'sun'], encoding_format: 'float' })
      .withResponse()
    expect(data.data.map(({ index }) => index)).toEqual([0, 1])
    expect(data.data[0]?.embedding.length).toBeGreaterThan(1)
    // Its own default is base64, which it reads itself.
    const packed = await openai.embeddings.create({ model: upstream.embedding, input: 'rain' })
    const [first] = data.data
    for (const [index, value] of packed.data[0]?.embedding.entries() ?? []) {
      expect(value).toBeCloseTo(first?.embedding[index] ?? Number.NaN, 4)
    }
    const charge = await stand.books.charge(response.headers.get('x-request-id') ?? '')
    expect(charge.outcome).toMatch(/^complete/)
    expect(charge.quota).toBeGreaterThan(0)
  })

  skipping('completes a prompt')('completes a prompt', async () => {
    const asked = { model, prompt: 'Once upon a time', max_tokens: 16 }
    const whole = await openai.completions.create(asked)
    expect(whole.object).toBe('text_completion')
    // aimock says what it was taught, whatever the limit.
    expect([16, 13]).toContain(whole.usage?.completion_tokens)
    const stream = await openai.completions.create({ ...asked, stream: true })
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.text ?? ''
    expect(text).toBe(whole.choices[0]?.text)
  })

  test('lists the models that the key may use, and tells of one', async () => {
    const names = (await collected(openai.models.list())).map(({ id }) => id)
    expect(names).toContain(model)
    expect(await openai.models.retrieve(model)).toMatchObject({ id: model, object: 'model' })
    expect(await failureOf(openai.models.retrieve('gpt-nobody'))).toBeInstanceOf(NotFoundError)
    const { openai: own } = await newClient({ token: { limits: { models: [model] } } })
    expect((await collected(own.models.list())).map(({ id }) => id)).toEqual([model])
  })

  test('asks 50 times at once: every answer is its own, every charge is there', async () => {
    const { openai: own, who } = await newClient()
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const { data, response } = await own.chat.completions
          .create({ ...ask(`question ${at}`), stream: true })
          .withResponse()
        let text = ''
        for await (const chunk of data) text += chunk.choices[0]?.delta.content ?? ''
        return { text, id: response.headers.get('x-request-id') ?? '' }
      }),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(50)
    let sum = 0
    for (const { id, text } of answers) {
      expect(text.length).toBeGreaterThan(5)
      sum += (await stand.books.charge(id)).quota
    }
    expect(await stand.books.charged(who.id)).toBe(sum)
    expect(await stand.books.balance(who.id)).toBe(1_000_000_000 - sum)
  })

  test('law 5: the costs that the client saw are what the ledger took', async () => {
    const who = await stand.customer()
    const own = clientFor(who, { 'x-posthouse-cost': '1' })
    let dollars = 0
    for (let turn = 0; turn < 5; turn += 1) {
      const { response } = await own.chat.completions.create(ask(`whole ${turn}`)).withResponse()
      dollars += Number(response.headers.get('x-posthouse-cost'))
      const stream = await own.chat.completions.create({ ...ask(`stream ${turn}`), stream: true })
      const chunks = await collected(stream)
      const usage = chunks.at(-1)?.usage as { cost?: number } | null | undefined
      expect(usage?.cost).toBeGreaterThan(0)
      dollars += usage?.cost ?? 0
      const embedded = await own.embeddings
        .create({ model: upstream.embedding, input: `vector ${turn}`, encoding_format: 'float' })
        .withResponse()
      dollars += Number(embedded.response.headers.get('x-posthouse-cost'))
    }
    await failureOf(own.chat.completions.create({ ...ask('hello'), n: 0 }))
    await failureOf(own.chat.completions.create(ask(upstream.failing(400))))
    await stand.books.differences()
    const charged = await stand.books.charged(who.id)
    expect(charged).toBeGreaterThan(0)
    expect(Math.round(dollars * quotaPerDollar)).toBe(charged)
    // And every one of them explains itself.
    const { data: rows } = await who.browser.client.listOwnLogs({
      query: { log_type: 2, size: 100 },
    })
    expect(rows.reduce((sum, { quota }) => sum + quota, 0)).toBe(charged)
    for (const { id, quota } of rows) {
      const explained = await who.browser.client.explainCharge({ params: { id: String(id) } })
      expect(explained).toMatchObject({ quota, recomputed: quota })
    }
  })

  test('finds its request again in the log by the id of the answer', async () => {
    const { _request_id: id } = await openai.chat.completions.create(ask('find me'))
    if (id == null) throw new Error('the client saw no id')
    const row = await eventually('the row in the log', async () => {
      const page = await customer.browser.client.listOwnLogs({ query: { request_id: id } })
      return page.data[0] ?? null
    })
    expect(row).toMatchObject({ request_id: id, model_name: model, status: 200 })
  })
})
