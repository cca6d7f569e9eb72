import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { logType } from '@posthouse/contract/log'
import {
  chatAnswer,
  chatFrames,
  doneFrame,
  frame,
  roleFrame,
  stopFrame,
  textFrame,
  usageFrame,
  usageOf,
} from '@posthouse/testkit/chat-frames'
import type { Answer, MockCall } from '@posthouse/testkit/mock-upstream'
import { readStream } from '@posthouse/testkit/read-stream'
import {
  chatOf,
  countedInput,
  countedText,
  type Customer,
  openStand,
  priceOf,
  type Stand,
} from '@posthouse/testkit/stand'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let stand: Stand
let customer: Customer
let models = 0

beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer()
})
afterEach(async () => {
  expect(await stand.books.differences()).toEqual([])
})
afterAll(() => stand[Symbol.asyncDispose]())

/** A name that no other test has: the health of one test's channels is no other's. */
function newModel(): string {
  models += 1
  return `mock/m${models}`
}

const words = ['Rain ', 'in the ', 'mountains, ', 'räder still.']
const text = words.join('')
const reported = usageOf(11, 7)

/** A supplier in good health. */
async function answerWell(call: MockCall): Promise<void> {
  if (call.body['stream'] !== true) return call.json(200, chatAnswer(text, reported))
  call.stream()
  for (const piece of chatFrames(words, reported)) await call.write(piece)
  call.end()
}

/** The first channels fail in the same way, the others answer. */
const failing =
  (channels: readonly string[], fault: Answer): Answer =>
  (call) =>
    channels.includes(call.channel) ? fault(call) : answerWell(call)

const everyChannel = ['first', 'second', 'third', 'fourth']

type Refused = { status: number; code: string; retryAfter: string | null; body: string; id: string }

async function refusedBy(response: Response): Promise<Refused> {
  const body = await response.text()
  const { error } = JSON.parse(body) as { error: { code: string } }
  return {
    status: response.status,
    code: error.code,
    retryAfter: response.headers.get('retry-after'),
    body,
    id: response.headers.get('x-request-id') ?? '',
  }
}

/** For the customer: a 402 makes the server ask once more with a short request of its own. */
const triedFor = (model: string): string[] =>
  stand.upstream
    .of(model)
    .filter(({ body }) => body['max_tokens'] === undefined)
    .map(({ channel }) => channel)

const sseError: Answer = async (call) => {
  call.stream()
  await call.write(frame({ error: { message: 'Overloaded', type: 'server_error' } }))
  call.end()
}

const sends =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (call) =>
    call.text(status, body, headers)

const errorOf = (status: number, code: string, message = 'Something is wrong'): Answer =>
  sends(status, JSON.stringify({ error: { message, type: code, code, param: null } }), {
    'content-type': 'application/json',
  })

type FaultBeforeContent = {
  readonly name: string
  readonly fault: Answer
  /** What the client sees when every channel fails. */
  readonly status: number
  readonly code: string
  readonly only?: 'stream' | 'whole'
}

const faultsBeforeContent: readonly FaultBeforeContent[] = [
  { name: '429', fault: errorOf(429, 'rate_limit_exceeded'), status: 429, code: 'upstream_busy' },
  { name: '500', fault: errorOf(500, 'server_error'), status: 502, code: 'upstream_failed' },
  { name: '503', fault: errorOf(503, 'overloaded'), status: 502, code: 'upstream_failed' },
  { name: '529', fault: errorOf(529, 'overloaded_error'), status: 502, code: 'upstream_failed' },
  {
    name: 'a 500 without JSON',
    fault: sends(500, 'oops'),
    status: 502,
    code: 'upstream_failed',
  },
  {
    name: 'a connection that is reset',
    fault: (call) => call.reset(),
    status: 503,
    code: 'upstream_unavailable',
  },
  {
    name: 'a connection that is closed without an answer',
    fault: (call) => call.cut(),
    status: 503,
    code: 'upstream_unavailable',
  },
  {
    name: '401',
    fault: errorOf(401, 'invalid_api_key'),
    status: 503,
    code: 'upstream_unavailable',
  },
  {
    name: '403',
    fault: errorOf(403, 'permission_denied'),
    status: 503,
    code: 'upstream_unavailable',
  },
  {
    name: '402: no credit over there',
    fault: errorOf(402, 'insufficient_quota'),
    status: 503,
    code: 'upstream_unavailable',
  },
  {
    name: 'an empty 200',
    fault: sends(200, ''),
    status: 502,
    code: 'upstream_failed',
  },
  {
    name: 'a web page with 200',
    fault: sends(200, '<!doctype html><title>Just a moment</title>', {
      'content-type': 'text/html',
    }),
    status: 502,
    code: 'upstream_failed',
  },
  {
    name: 'an error with 200',
    fault: errorOf(200, 'server_error'),
    status: 502,
    code: 'upstream_failed',
    only: 'whole',
  },
  {
    name: 'broken JSON with 200',
    fault: sends(200, '{"id":"chatcmpl-1","choices":[{"mess', {
      'content-type': 'application/json',
    }),
    status: 502,
    code: 'upstream_failed',
    only: 'whole',
  },
  {
    name: 'an error as the first event',
    fault: sseError,
    status: 502,
    code: 'upstream_failed',
    only: 'stream',
  },
  {
    name: 'a stream that ends before its first event',
    fault: (call) => {
      call.stream()
      call.end()
    },
    status: 502,
    code: 'upstream_failed',
    only: 'stream',
  },
  {
    name: 'a stream that is cut after its prelude',
    fault: async (call) => {
      call.stream()
      await call.write(roleFrame)
      call.cut()
    },
    status: 503,
    code: 'upstream_unavailable',
    only: 'stream',
  },
]

describe.each(['whole', 'stream'] as const)('a %s answer', (form) => {
  const stream = form === 'stream'
  const cases = faultsBeforeContent.filter(({ only }) => only === undefined || only === form)

  test.each(cases)('moves on to another channel after $name', async ({ fault }) => {
    const model = newModel()
    stand.upstream.on(model, failing(['first', 'second'], fault))
    const response = await stand.ask(customer, chatOf(model, 'hello', { stream }))
    const id = response.headers.get('x-request-id') ?? ''
    expect(response.status).toBe(200)
    const answer = stream ? (await readStream(response)).text : await response.text()
    expect(answer).toContain(stream ? text : words[1])
    expect(triedFor(model)).toEqual(['first', 'second', 'third'])
    expect(await stand.books.charge(id)).toMatchObject({
      quota: priceOf(11, 7),
      usageSource: 'reported',
      outcome: 'complete',
      channel: 'third',
      status: 200,
    })
    expect(await stand.books.resolution(id)).toBe('settled')
  })

  test.each(cases)(
    'is refused free of charge when every channel fails with $name',
    async (about) => {
      const model = newModel()
      const before = await stand.books.balance(customer.id)
      stand.upstream.on(model, failing(everyChannel, about.fault))
      const response = await stand.ask(customer, chatOf(model, 'hello', { stream }))
      const refused = await refusedBy(response)
      expect(refused).toMatchObject({ status: about.status, code: about.code })
      // One attempt and two more (RetryTimes): the fourth channel is never asked.
      expect(triedFor(model)).toEqual(['first', 'second', 'third'])
      expect(await stand.books.charge(refused.id)).toMatchObject({
        type: logType.error,
        quota: 0,
        usageSource: 'none',
        outcome: 'failed-before-content',
        status: about.status,
      })
      expect(await stand.books.resolution(refused.id)).toBe('voided')
      expect(await stand.books.balance(customer.id)).toBe(before)
    },
  )
})

describe('what the caller is told', () => {
  test('a busy upstream says when to come back', async () => {
    const model = newModel()
    stand.upstream.on(model, (call) =>
      call.json(429, { error: { message: 'slow down' } }, { 'retry-after': '17' }),
    )
    const refused = await refusedBy(await stand.ask(customer, chatOf(model, 'hello')))
    expect(refused).toMatchObject({ status: 429, code: 'upstream_busy', retryAfter: '17' })
  })

  test('a channel that asked for time is not asked again meanwhile', async () => {
    const model = newModel()
    stand.upstream.on(
      model,
      failing(['first'], (call) =>
        call.json(429, { error: { message: 'slow down' } }, { 'retry-after': '60' }),
      ),
    )
    expect((await stand.ask(customer, chatOf(model, 'hello'))).status).toBe(200)
    expect((await stand.ask(customer, chatOf(model, 'hello'))).status).toBe(200)
    expect(triedFor(model)).toEqual(['first', 'second', 'second'])
  })

  test.each([true, false])(
    'its own fault is passed on once, as it is (stream: %s)',
    async (stream) => {
      const model = newModel()
      const before = await stand.books.balance(customer.id)
      stand.upstream.on(model, (call) =>
        call.json(422, {
          error: {
            message: "'temperature' is too high",
            type: 'invalid_request_error',
            param: 'temperature',
            code: 'out_of_range',
          },
        }),
      )
      const refused = await refusedBy(await stand.ask(customer, chatOf(model, 'hello', { stream })))
      expect(refused.status).toBe(422)
      expect(JSON.parse(refused.body)).toEqual({
        error: {
          message: "'temperature' is too high",
          type: 'invalid_request_error',
          param: 'temperature',
          code: 'out_of_range',
        },
      })
      expect(triedFor(model)).toEqual(['first'])
      expect(await stand.books.resolution(refused.id)).toBe('voided')
      expect(await stand.books.balance(customer.id)).toBe(before)
    },
  )

  test.each([400, 401, 403, 404, 429, 500, 503])(
    'hosts, keys and accounts of the upstream are masked in a %i',
    async (status) => {
      const model = newModel()
      const canaries = [
        'sk-upstream-first-canary-0123456789',
        'sk-proj-elsewhere-canary-abcdef',
        stand.upstream.url.replace('http://', ''),
        'inside.canary-host.internal',
        'org-canary0123456789',
        '10.20.30.40',
        'owner@canary-mail.com',
      ]
      stand.upstream.on(
        model,
        errorOf(
          status,
          'some_code',
          `Told by ${canaries.join(' and ')} at http://${canaries[3]}/v1`,
        ),
      )
      for (const stream of [false, true]) {
        const response = await stand.ask(customer, chatOf(model, 'hello', { stream }))
        const body = await response.text()
        const headers = JSON.stringify([...response.headers])
        for (const canary of canaries) {
          expect(body).not.toContain(canary)
          expect(headers).not.toContain(canary)
        }
        expect(response.status).not.toBe(401)
      }
    },
  )

  test('an error in the middle of a stream is masked as well', async () => {
    const model = newModel()
    const canary = 'sk-upstream-first-canary-0123456789'
    stand.upstream.on(model, async (call) => {
      call.stream()
      await call.write(roleFrame + textFrame('Rain'))
      await call.write(frame({ error: { message: `key ${canary} has run out`, type: 'x' } }))
      call.end()
    })
    const seen = await readStream(await stand.ask(customer, chatOf(model, 'hi', { stream: true })))
    expect(seen.text).toBe('Rain')
    expect(seen.error).not.toBeNull()
    expect(seen.raw).not.toContain(canary)
    expect(triedFor(model)).toEqual(['first'])
  })

  test('nobody at the address of a channel is an unavailable upstream', async () => {
    const model = newModel()
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    const channel = await stand.root.client.createChannel({
      body: {
        type: 8,
        name: 'nobody',
        group: ['default'],
        models: [model],
        key: 'sk-nobody',
        base_url: `http://127.0.0.1:${port}`,
      },
    })
    const refused = await refusedBy(await stand.ask(customer, chatOf(model, 'hello')))
    expect(refused).toMatchObject({ status: 503, code: 'upstream_unavailable' })
    expect(refused.body).not.toContain(String(port))
    expect(await stand.books.charge(refused.id)).toMatchObject({ quota: 0, usageSource: 'none' })
    await stand.root.client.deleteChannel({ params: { id: channel.id } })
  })
})

describe('the settlement table', () => {
  const content = 'Eine Frage über Straßen'

  test.each([
    { name: 'missing', usage: undefined, outcome: 'complete-counted' },
    { name: 'zero', usage: usageOf(0, 0), outcome: 'complete-counted' },
    { name: 'null', usage: null, outcome: 'complete-counted' },
    { name: 'negative', usage: usageOf(-5, -5), outcome: 'complete-absurd' },
    {
      name: 'a text',
      usage: { prompt_tokens: '11', completion_tokens: 'many' },
      outcome: 'complete-absurd',
    },
    {
      name: 'a fraction',
      usage: { prompt_tokens: 1.5, completion_tokens: 2.5 },
      outcome: 'complete-absurd',
    },
  ])('usage that is $name is counted by us', async ({ usage, outcome }) => {
    for (const stream of [true, false]) {
      const model = newModel()
      stand.upstream.on(model, async (call) => {
        if (!stream) return call.json(200, chatAnswer(text, usage))
        call.stream()
        for (const piece of chatFrames(words, usage)) await call.write(piece)
        call.end()
      })
      const response = await stand.ask(customer, chatOf(model, content, { stream }))
      await response.text()
      const charge = await stand.books.charge(response.headers.get('x-request-id') ?? '')
      expect(charge).toMatchObject({
        outcome,
        usageSource: 'counted',
        inputTokens: countedInput(content),
        outputTokens: countedText(text),
        quota: priceOf(countedInput(content), countedText(text)),
      })
    }
  })

  test.each([true, false])(
    'usage beyond what was asked for is charged up to that, and said (stream: %s)',
    async (stream) => {
      const model = newModel()
      const claimed = usageOf(9_000_000_000, 199_000)
      stand.upstream.on(model, async (call) => {
        if (!stream) return call.json(200, chatAnswer(text, claimed))
        call.stream()
        for (const piece of chatFrames(words, claimed)) await call.write(piece)
        call.end()
      })
      const body = chatOf(model, content, { stream, max_tokens: 20 })
      const response = await stand.ask(customer, body)
      await response.text()
      const id = response.headers.get('x-request-id') ?? ''
      const charge = await stand.books.charge(id)
      // A stream is sent on with the request for its usage.
      const sent = stream ? { ...body, stream_options: { include_usage: true } } : body
      const input = Buffer.byteLength(JSON.stringify(sent)) + 4 + 3 + 4_000
      expect(charge).toMatchObject({
        outcome: 'complete',
        usageSource: 'reported',
        inputTokens: input,
        outputTokens: 20,
        quota: priceOf(input, 20),
      })
      const rows = await stand.root.client.listLogs({ query: { doubted: 1, request_id: id } })
      expect(rows.data.map(({ doubts }) => doubts)).toEqual([
        [
          { what: 'input', claimed: 9_000_000_000, believed: input },
          { what: 'output', claimed: 199_000, believed: 20 },
        ],
      ])
    },
  )

  test('what a channel was not believed is counted there, and found in the log', async () => {
    const [channel] = (await stand.root.client.listChannels({ query: { name: 'first' } })).data
    const rows = await stand.root.client.listLogs({
      query: { doubted: 1, channel_id: channel?.id ?? 0, size: 100 },
    })
    expect(rows.total_count).toBeGreaterThan(0)
    expect(channel?.doubted_answers).toBe(rows.total_count)
  })

  test('cached input costs what the book says, and no token twice', async () => {
    const model = newModel()
    const usage = { ...usageOf(100, 10), prompt_tokens_details: { cached_tokens: 60 } }
    stand.upstream.on(model, (call) => call.json(200, chatAnswer(text, usage)))
    const response = await stand.ask(customer, chatOf(model, content))
    const charge = await stand.books.charge(response.headers.get('x-request-id') ?? '')
    expect(charge).toMatchObject({ inputTokens: 100, quota: priceOf(100, 10) })
  })

  const events = chatFrames(words, reported)
  test.each(events.map((_, count) => count))(
    'a stream cut after event %i charges what was delivered, and goes nowhere else',
    async (count) => {
      const model = newModel()
      stand.upstream.on(
        model,
        failing(['first'], async (call) => {
          call.stream()
          for (const piece of events.slice(0, count)) await call.write(piece)
          call.cut()
        }),
      )
      const response = await stand.ask(customer, chatOf(model, content, { stream: true }))
      const seen = await readStream(response)
      const charge = await stand.books.charge(seen.requestId)
      const delivered = words.slice(0, Math.max(0, count - 1)).join('')
      if (delivered === '') {
        // Nothing but a prelude had come: another channel answers, and only it is charged.
        expect(triedFor(model)).toEqual(['first', 'second'])
        expect(seen).toMatchObject({ text, error: null, done: true, broken: false })
        expect(charge).toMatchObject({ quota: priceOf(11, 7), outcome: 'complete' })
        return
      }
      expect(triedFor(model)).toEqual(['first'])
      expect(seen).toMatchObject({ status: 200, text: delivered, done: false, broken: false })
      expect(seen.error).toMatchObject({ code: 'upstream_unavailable' })
      // The report is the last event but one: whoever has it knows the input.
      const isReported = count >= events.length - 1
      const input = isReported ? 11 : countedInput(content)
      expect(charge).toMatchObject({
        outcome: 'failed-mid-stream',
        usageSource: isReported ? 'partial' : 'counted',
        outputTokens: countedText(delivered),
        quota: priceOf(input, countedText(delivered)),
      })
    },
  )

  test('a stream that ends cleanly before it is complete is told and charged as broken off', async () => {
    const model = newModel()
    stand.upstream.on(model, async (call) => {
      call.stream()
      await call.write(roleFrame + textFrame('Rain'))
      call.end()
    })
    const seen = await readStream(
      await stand.ask(customer, chatOf(model, content, { stream: true })),
    )
    expect(seen).toMatchObject({ text: 'Rain', done: false })
    expect(seen.error).not.toBeNull()
    expect(await stand.books.charge(seen.requestId)).toMatchObject({
      outcome: 'failed-mid-stream',
      quota: priceOf(countedInput(content), countedText('Rain')),
    })
  })

  test('a connection cut after the last event is a complete answer', async () => {
    const model = newModel()
    stand.upstream.on(model, async (call) => {
      call.stream()
      for (const piece of events) await call.write(piece)
      call.cut()
    })
    const seen = await readStream(
      await stand.ask(customer, chatOf(model, content, { stream: true })),
    )
    expect(seen).toMatchObject({ text, done: true, error: null })
    expect(await stand.books.charge(seen.requestId)).toMatchObject({
      outcome: 'complete',
      usageSource: 'reported',
      quota: priceOf(11, 7),
    })
  })

  test('an answer of no words and no usage is free', async () => {
    const model = newModel()
    const before = await stand.books.balance(customer.id)
    stand.upstream.on(model, async (call) => {
      call.stream()
      await call.write(roleFrame + stopFrame + doneFrame)
      call.end()
    })
    const seen = await readStream(
      await stand.ask(customer, chatOf(model, content, { stream: true })),
    )
    expect(seen).toMatchObject({ status: 200, text: '', done: true, error: null })
    expect(await stand.books.charge(seen.requestId)).toMatchObject({
      outcome: 'complete-empty',
      usageSource: 'none',
      quota: 0,
    })
    expect(await stand.books.resolution(seen.requestId)).toBe('voided')
    expect(await stand.books.balance(customer.id)).toBe(before)
  })

  test('an answer of no words with usage costs its usage', async () => {
    const model = newModel()
    stand.upstream.on(model, async (call) => {
      call.stream()
      await call.write(roleFrame + stopFrame + usageFrame(reported) + doneFrame)
      call.end()
    })
    const seen = await readStream(
      await stand.ask(customer, chatOf(model, content, { stream: true })),
    )
    expect(await stand.books.charge(seen.requestId)).toMatchObject({
      outcome: 'complete',
      quota: priceOf(11, 7),
    })
  })
})

describe('an upstream that says nothing', () => {
  test('before the first byte: another channel answers', async () => {
    const model = newModel()
    await stand.set('FirstByteTimeout', 1)
    stand.upstream.on(
      model,
      failing(['first'], () => {}),
    )
    const response = await stand.ask(customer, chatOf(model, 'hello'))
    expect(response.status).toBe(200)
    expect(triedFor(model)).toEqual(['first', 'second'])
    await stand.set('FirstByteTimeout', 300)
    await stand.upstream.of(model)[0]?.closed
    expect(stand.upstream.of(model)[0]?.abandoned).toBe(true)
  })

  test('before the first byte on every channel: 504, free of charge', async () => {
    const model = newModel()
    await stand.set('FirstByteTimeout', 1)
    await stand.set('RetryTimes', 0)
    stand.upstream.on(model, () => {})
    const refused = await refusedBy(await stand.ask(customer, chatOf(model, 'hello')))
    await stand.set('FirstByteTimeout', 300)
    await stand.set('RetryTimes', 2)
    expect(refused).toMatchObject({ status: 504, code: 'upstream_timeout' })
    expect(triedFor(model)).toEqual(['first'])
    expect(await stand.books.charge(refused.id)).toMatchObject({ quota: 0, usageSource: 'none' })
  })

  test('in the middle of a stream: it is stopped, told and charged as delivered', async () => {
    const model = newModel()
    await stand.set('StreamIdleTimeout', 1)
    stand.upstream.on(model, async (call) => {
      call.stream()
      await call.write(roleFrame + textFrame('Rain'))
    })
    const response = await stand.ask(customer, chatOf(model, 'hello', { stream: true }))
    const seen = await readStream(response)
    await stand.set('StreamIdleTimeout', 120)
    expect(seen).toMatchObject({ text: 'Rain', done: false })
    expect(seen.error).toMatchObject({ code: 'upstream_timeout' })
    expect(triedFor(model)).toEqual(['first'])
    await stand.upstream.of(model)[0]?.closed
    expect(await stand.books.charge(seen.requestId)).toMatchObject({
      outcome: 'failed-mid-stream',
      usageSource: 'counted',
      quota: priceOf(countedInput('hello'), countedText('Rain')),
    })
  })
})
