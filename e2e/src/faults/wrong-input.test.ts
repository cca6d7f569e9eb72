import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eventually } from '@posthouse/testkit/books'
import { chatAnswer, chatFrames, usageOf } from '@posthouse/testkit/chat-frames'
import type { MockCall } from '@posthouse/testkit/mock-upstream'
import {
  type AskOptions,
  type Customer,
  chatOf,
  openStand,
  priceOf,
  type Stand,
} from '@posthouse/testkit/stand'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let stand: Stand
let customer: Customer

async function answerWell(call: MockCall): Promise<void> {
  if (call.body['stream'] !== true) return call.json(200, chatAnswer('Rain', usageOf(5, 5)))
  call.stream()
  for (const piece of chatFrames(['Rain'], usageOf(5, 5))) await call.write(piece)
  call.end()
}

beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer()
  stand.upstream.onAny(answerWell)
})
afterEach(async () => {
  // Whatever came before: a good request is answered.
  expect((await stand.ask(customer, chatOf('mock/good', 'hello'))).status).toBe(200)
  expect(await stand.books.differences()).toEqual([])
})
afterAll(() => stand[Symbol.asyncDispose]())

type Told = { status: number; code: string; param: string | null; headers: Headers; body: string }

async function toldTo(
  who: Pick<Customer, 'key'>,
  body: unknown,
  options: AskOptions = {},
): Promise<Told> {
  const response = await stand.ask(who, body, options)
  const text = await response.text()
  const { error } = JSON.parse(text) as {
    error: { message: string; code: string; param: string | null; type: string }
  }
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(error.message).toBeTypeOf('string')
  expect(error.type).toBeTypeOf('string')
  return {
    status: response.status,
    code: error.code,
    param: error.param,
    headers: response.headers,
    body: text,
  }
}

const megabyte = 1024 * 1024

const told = (body: unknown, options: AskOptions = {}): Promise<Told> =>
  toldTo(customer, body, options)

/** Nothing reached an upstream and nothing was charged. */
async function costsNothing(work: () => Promise<void>): Promise<void> {
  const calls = stand.upstream.calls.length
  const balance = await stand.books.balance(customer.id)
  await work()
  expect(stand.upstream.calls.length).toBe(calls)
  expect(await stand.books.balance(customer.id)).toBe(balance)
}

describe('a body that is wrong', () => {
  const good = chatOf('mock/good', 'hello')

  test.each([
    { name: 'no JSON', body: '{"model": "mock/good", "mess', code: 'request_bad_json' },
    { name: 'nothing', body: '', code: 'request_bad_json' },
    { name: 'a list', body: '[]', code: 'request_bad_json' },
    { name: 'null', body: 'null', code: 'request_bad_json' },
    { name: 'a text', body: '"hello"', code: 'request_bad_json' },
    {
      name: 'lists in lists, 100 000 deep',
      body: `{"model":"mock/good","messages":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      code: 'request_too_many_items',
    },
    {
      name: 'objects in objects, 100 000 deep',
      body: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      code: 'request_bad_json',
    },
    {
      name: 'not UTF-8 in the middle',
      body: '{"model":"mock/good","messages":[{"role":"user","content":"\u0000"}]}',
      code: 'request_bad_json',
    },
    { name: 'without a model', body: { messages: good['messages'] }, code: 'model_required' },
    { name: 'with a model that is a number', body: { ...good, model: 7 }, code: 'model_field' },
    { name: 'with a model that is a list', body: { ...good, model: ['a'] }, code: 'model_field' },
    {
      name: 'with a very long model',
      body: { ...good, model: 'm'.repeat(1e5) },
      code: 'model_field',
    },
    { name: 'without messages', body: { model: 'mock/good' }, code: 'model_required' },
    { name: 'with no message', body: { ...good, messages: [] }, code: 'model_field' },
    {
      name: 'with messages that are a text',
      body: { ...good, messages: 'hi' },
      code: 'model_field',
    },
    { name: 'with n 0', body: { ...good, n: 0 }, code: 'model_field', param: 'n' },
    { name: 'with n -1', body: { ...good, n: -1 }, code: 'model_field', param: 'n' },
    { name: 'with n 1e9', body: { ...good, n: 1e9 }, code: 'model_field', param: 'n' },
    { name: 'with n 1.5', body: { ...good, n: 1.5 }, code: 'model_field', param: 'n' },
    { name: 'with n "2"', body: { ...good, n: '2' }, code: 'model_field', param: 'n' },
    {
      name: 'with max_tokens -1',
      body: { ...good, max_tokens: -1 },
      code: 'model_field',
      param: 'max_tokens',
    },
    {
      name: 'with max_tokens 1e300',
      body: { ...good, max_tokens: 1e300 },
      code: 'model_field',
      param: 'max_tokens',
    },
    {
      name: 'with max_completion_tokens "many"',
      body: { ...good, max_completion_tokens: 'many' },
      code: 'model_field',
      param: 'max_completion_tokens',
    },
    { name: 'with stream "yes"', body: { ...good, stream: 'yes' }, code: 'model_field' },
  ])('$name is refused with 400 and costs nothing', async ({ body, code, param }) => {
    await costsNothing(async () => {
      const answer = await told(body)
      expect(answer).toMatchObject({ status: 400, code })
      if (param !== undefined) expect(answer.param).toBe(param)
    })
  })

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'content type %s is refused with 415',
    async (type) => {
      await costsNothing(async () => {
        expect(await told(good, { headers: { 'content-type': type } })).toMatchObject({
          status: 415,
        })
      })
    },
  )

  test('a compressed body is refused with 415', async () => {
    expect(await told(good, { headers: { 'content-encoding': 'gzip' } })).toMatchObject({
      status: 415,
    })
  })

  test('names that objects have of their own change nothing', async () => {
    const body = `{"__proto__":{"stream":true},"constructor":1,"model":"mock/good","messages":[{"role":"user","content":"hi"}]}`
    const response = await stand.ask(customer, body)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.status).toBe(200)
  })

  test.each([
    { name: 'announced', announced: true },
    { name: 'not announced', announced: false },
  ])('40 MB, $name: 413, and memory stays', async ({ announced }) => {
    const before = memoryNow()
    for (let time = 0; time < 4; time += 1) {
      expect(await sendMuch({ bytes: 40 * megabyte, announced, untilClosed: false })).toBe(413)
    }
    await eventually('the memory that was used', () =>
      memoryNow() - before < 16 * megabyte ? true : null,
    )
  })

  test('a body without an end is cut off', async () => {
    const status = sendMuch({ bytes: 100_000 * megabyte, announced: false, untilClosed: true })
    expect(await status).toBe(413)
  })

  test('8 MB of text is read off the event loop and served', async () => {
    const response = await stand.ask(
      await stand.customer({ balance: 5_000_000_000 }),
      chatOf('mock/good', 'rain '.repeat(1_600_000)),
    )
    expect(response.status).toBe(200)
  })

  /** The status of the answer, whether or not everything could be sent. */
  async function sendMuch(options: {
    bytes: number
    announced: boolean
    untilClosed: boolean
  }): Promise<number> {
    const outgoing = request(`${stand.product.address}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${customer.key}`,
        'content-type': 'application/json',
        ...(options.announced ? { 'content-length': options.bytes } : {}),
      },
    })
    let status = 0
    let over = false
    const end = Promise.withResolvers<void>()
    const finish = (): void => {
      over = true
      end.resolve()
    }
    outgoing.on('error', finish)
    outgoing.on('close', finish)
    outgoing.on('response', (response) => {
      status = response.statusCode ?? 0
      response.resume()
      if (!options.untilClosed) finish()
    })
    const piece = Buffer.alloc(256 * 1024, 'a')
    for (let sent = 0; sent < options.bytes && !over; sent += piece.length) {
      const taken = Promise.withResolvers<void>()
      outgoing.write(piece, () => taken.resolve())
      await Promise.race([taken.promise, end.promise])
    }
    await end.promise
    outgoing.destroy()
    return status
  }

  function memoryNow(): number {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    if (typeof collect === 'function') collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
})

describe('a model that is wrong', () => {
  test('an unknown one is 404, with its name', async () => {
    await costsNothing(async () => {
      const answer = await told(chatOf('gpt-nobody-has', 'hello'))
      expect(answer).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
      expect(answer.body).toContain('gpt-nobody-has')
    })
  })

  test('one without a price is 503, and never served for nothing', async () => {
    await stand.root.client.createChannel({
      body: {
        type: 8,
        name: 'unpriced',
        group: ['default'],
        models: ['unpriced/model'],
        key: 'sk-x',
        base_url: stand.upstream.url,
      },
    })
    await costsNothing(async () => {
      expect(await told(chatOf('unpriced/model', 'hello'))).toMatchObject({
        status: 503,
        code: 'model_unpriced',
      })
    })
  })

  test('one that the token may not use is 403', async () => {
    const limited = await stand.customer({ token: { limits: { models: ['mock/one', 'mock/a*'] } } })
    expect(await toldTo(limited, chatOf('mock/two', 'hello'))).toMatchObject({
      status: 403,
      code: 'model_not_allowed',
    })
    for (const model of ['mock/one', 'mock/abc']) {
      expect((await stand.ask(limited, chatOf(model, 'hello'))).status).toBe(200)
    }
  })
})

describe('a key that is wrong', () => {
  const body = chatOf('mock/good', 'hello')

  test.each([
    { name: 'none', headers: { authorization: '' } },
    { name: 'no bearer', headers: { authorization: 'Basic abc' } },
  ])('$name: 401', async ({ headers }) => {
    expect(await toldTo({ key: '' }, body, { headers })).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    })
  })

  test.each(['sk-wrong', 'sk-', "' or 1=1 --", `sk-${'x'.repeat(4_000)}`])(
    'an unknown one (%s): 401, and it is not repeated',
    async (key) => {
      const answer = await toldTo({ key }, body)
      expect(answer).toMatchObject({ status: 401, code: 'invalid_api_key' })
      expect(answer.body).not.toContain(key)
    },
  )

  test('a disabled token: 401 at once, and again after it is enabled: 200', async () => {
    const own = await stand.customer()
    expect((await stand.ask(own, body)).status).toBe(200)
    const change = (status: 1 | 2) =>
      own.browser.client.updateToken({
        query: { status_only: true },
        body: { id: own.tokenId, status },
      })
    await change(2)
    expect(await toldTo(own, body)).toMatchObject({ status: 401, code: 'key_disabled' })
    await change(1)
    expect((await stand.ask(own, body)).status).toBe(200)
  })

  test('a deleted token: 401 at once', async () => {
    const own = await stand.customer()
    expect((await stand.ask(own, body)).status).toBe(200)
    await own.browser.client.deleteToken({ params: { id: own.tokenId } })
    expect(await toldTo(own, body)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  test('an expired token: 401', async () => {
    const own = await stand.customer()
    await stand.product.server.stores.db
      .updateTable('tokens')
      .set({ expires_at: BigInt(Date.now() - 60_000) })
      .where('id', '=', BigInt(own.tokenId))
      .execute()
    expect(await toldTo(own, body)).toMatchObject({ status: 401, code: 'key_expired' })
  })

  test('an exhausted token: 402', async () => {
    const own = await stand.customer({ token: { unlimited_quota: false, remain_quota: 0 } })
    expect(await toldTo(own, body)).toMatchObject({ status: 402, code: 'insufficient_quota' })
  })

  test('an empty wallet: 402', async () => {
    const own = await stand.customer({ balance: 0 })
    expect(await toldTo(own, body)).toMatchObject({ status: 402, code: 'insufficient_quota' })
  })

  test('a disabled owner: 403', async () => {
    const own = await stand.customer()
    await stand.product.server.stores.db
      .updateTable('users')
      .set({ status: 2n })
      .where('id', '=', own.id)
      .execute()
    expect(await toldTo(own, body)).toMatchObject({ status: 403, code: 'key_user_disabled' })
  })

  test('an address that is not on the list: 403; one that is: 200', async () => {
    const elsewhere = await stand.customer({
      token: { limits: { addresses: ['10.0.0.0/8', '192.0.2.7'] } },
    })
    expect(await toldTo(elsewhere, body)).toMatchObject({ status: 403, code: 'key_address' })
    // Nobody told the server to trust a proxy: the header is the client's own word.
    expect(
      await toldTo(elsewhere, body, { headers: { 'x-forwarded-for': '10.1.2.3' } }),
    ).toMatchObject({ status: 403 })
    const here = await stand.customer({ token: { limits: { addresses: ['127.0.0.0/8'] } } })
    expect((await stand.ask(here, body)).status).toBe(200)
  })

  test.each(['#1', '#!1'])('a pin of somebody who is no administrator (%s): 403', async (pin) => {
    expect(await toldTo({ key: `${customer.key}${pin}` }, body)).toMatchObject({
      status: 403,
      code: 'key_pin_forbidden',
    })
  })

  test('pins of an administrator choose and exclude; bad ones are refused', async () => {
    const { key } = await stand.root.client.createToken({
      body: { name: 'pins', unlimited_quota: true },
    })
    const { data: channels } = await stand.root.client.listChannels({ query: { name: 'third' } })
    const third = channels[0]?.id ?? 0
    const channelFor = async (pin: string): Promise<string> => {
      const { length } = stand.upstream.calls
      const response = await stand.ask({ key: key + pin }, chatOf('mock/pins', 'hello'))
      expect(response.status).toBe(200)
      return stand.upstream.calls[length]?.channel ?? ''
    }
    expect(await channelFor('')).toBe('first')
    expect(await channelFor(`#${third}`)).toBe('third')
    const { data: firsts } = await stand.root.client.listChannels({ query: { name: 'first' } })
    expect(await channelFor(`#!${firsts[0]?.id}`)).toBe('second')
    for (const pin of ['#', '#x', '#-1', '#1.5', '#99999999999999999999', `#${third} `]) {
      const { status } = await toldTo({ key: key + pin }, chatOf('mock/pins', 'hello')).catch(
        () => ({ status: 401 }),
      )
      expect([401, 503]).toContain(status)
    }
    expect(await toldTo({ key: `${key}#123456` }, chatOf('mock/pins', 'hello'))).toMatchObject({
      status: 503,
      code: 'route_pin',
    })
  })
})

describe('a limit that is reached', () => {
  const body = chatOf('mock/good', 'hello')

  test('requests a minute: 429 with Retry-After and the headers of OpenAI', async () => {
    const own = await stand.customer({ token: { limits: { requests_per_minute: 3 } } })
    const statuses = []
    for (let time = 0; time < 3; time += 1) statuses.push((await stand.ask(own, body)).status)
    expect(statuses).toEqual([200, 200, 200])
    const answer = await toldTo(own, body)
    expect(answer).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    const after = Number(answer.headers.get('retry-after'))
    expect(after).toBeGreaterThanOrEqual(1)
    expect(after).toBeLessThanOrEqual(60)
    expect(answer.headers.get('x-ratelimit-limit-requests')).toBe('3')
    expect(answer.headers.get('x-ratelimit-remaining-requests')).toBe('0')
  })

  test('tokens a minute: 429 with Retry-After', async () => {
    const own = await stand.customer({ token: { limits: { tokens_per_minute: 20 } } })
    const answers = []
    for (let time = 0; time < 4; time += 1) {
      answers.push(await stand.ask(own, chatOf('mock/good', 'rain in the mountains')))
    }
    const refused = answers.find(({ status }) => status === 429)
    expect(answers[0]?.status).toBe(200)
    expect(refused).toBeDefined()
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })

  test('requests at once: 429, and the place comes back', async () => {
    const own = await stand.customer({ token: { limits: { concurrency: 2 } } })
    const goOn = Promise.withResolvers<void>()
    stand.upstream.on('mock/slow', async (call) => {
      await goOn.promise
      return answerWell(call)
    })
    const running = [1, 2].map(() => stand.ask(own, chatOf('mock/slow', 'hello')))
    await eventually('both upstream', () =>
      stand.upstream.of('mock/slow').length === 2 ? true : null,
    )
    const answer = await toldTo(own, body)
    expect(answer).toMatchObject({ status: 429, code: 'concurrency_limit_exceeded' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    goOn.resolve()
    const statuses = (await Promise.all(running)).map(({ status }) => status)
    expect(statuses).toEqual([200, 200])
    await stand.books.differences()
    expect((await stand.ask(own, body)).status).toBe(200)
  })

  test.each(['5h', 'day', 'week', 'month'] as const)(
    'spend in a %s: 429 that says when it resets',
    async (period) => {
      const own = await stand.customer({
        token: { limits: { spend: { [period]: priceOf(5, 5) } } },
      })
      const asked = chatOf('mock/good', 'hello', { max_tokens: 2 })
      expect((await stand.ask(own, asked)).status).toBe(200)
      await stand.books.differences()
      const answer = await toldTo(own, asked)
      expect(answer).toMatchObject({ status: 429, code: 'spend_limit_exceeded' })
      const most = { '5h': 5 * 3_600, day: 86_400, week: 7 * 86_400, month: 31 * 86_400 }
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(most[period])
    },
  )
})

describe('an address that is wrong', () => {
  /** Sends the bytes of a request as they are, and answers the head of the reply. */
  async function raw(target: string, headers: readonly string[] = []): Promise<string> {
    const { hostname, port } = new URL(stand.product.address)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const body = JSON.stringify(chatOf('mock/raw', 'hello'))
    socket.write(
      [
        `POST ${target} HTTP/1.1`,
        ...(headers.some((line) => /^host:/i.test(line)) ? [] : [`host: ${hostname}`]),
        'connection: close',
        `authorization: Bearer ${customer.key}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
        ...headers,
        '',
        body,
      ].join('\r\n'),
    )
    let text = ''
    for await (const chunk of socket.setEncoding('utf8')) text += String(chunk)
    return text.split('\r\n')[0] ?? ''
  }

  test.each(['/v1/chat/completions', '//v1/chat/completions', '////v1/chat/completions?x=1'])(
    '%s is served, slashes at its start folded',
    async (target) => {
      expect(await raw(target)).toContain(' 200 ')
    },
  )

  test.each([
    '/v1%2fchat%2fcompletions',
    '/v1/chat%2Fcompletions',
    '/V1/CHAT/COMPLETIONS',
    '/v1/chat/completions/',
    '/v1/chat/completions%00',
    '/v1/chat/completions/../../../api/token/',
    '/%2e%2e/v1/chat/completions/x',
    'http://evil.example/v1/chat/unknown',
    '*',
    '/v1/chat\\completions/x',
  ])('%s reaches no upstream', async (target) => {
    const calls = stand.upstream.calls.length
    const status = await raw(target)
    expect(status).toMatch(/^HTTP\/1\.1 [1-5]\d\d/)
    expect(status).not.toContain(' 500 ')
    expect(stand.upstream.calls.length).toBe(calls)
  })

  test.each([
    ['host: evil.example'],
    ['host: 169.254.169.254'],
    ['host: x', 'x-forwarded-host: evil.example', 'x-original-url: /api/option/'],
    ['host: x', 'x-http-method-override: DELETE'],
  ])('the Host header and its like have no say (%s)', async (...headers) => {
    expect(await raw('/v1/chat/completions', headers)).toContain(' 200 ')
    expect(stand.upstream.of('mock/raw').at(-1)?.headers['host']).toBe(
      stand.upstream.url.replace('http://', ''),
    )
  })

  test.each(['GET', 'PUT', 'DELETE'])('%s is not for chat: 405', async (method) => {
    const response = await fetch(`${stand.product.address}/v1/chat/completions`, {
      method,
      headers: { authorization: `Bearer ${customer.key}` },
    })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })

  test('the key of the customer goes to no upstream, nor do headers about the client', async () => {
    await stand.ask(customer, chatOf('mock/headers', 'hello'), {
      headers: {
        cookie: 'session=canary',
        'x-forwarded-for': '203.0.113.9',
        'user-agent': 'canary-agent',
        'x-api-key': 'canary-key',
        'openai-organization': 'org-canary',
      },
    })
    const [call] = stand.upstream.of('mock/headers')
    const sent = JSON.stringify(call?.headers)
    expect(sent).not.toContain(customer.key)
    expect(sent).not.toContain('canary-agent')
    expect(sent).not.toContain('203.0.113.9')
    expect(sent).not.toContain('session=')
    expect(sent).not.toContain('canary-key')
    expect(sent).not.toContain('org-canary')
    expect(call?.headers['authorization']).toBe('Bearer sk-upstream-first-canary-0123456789')
  })
})

describe('the database', () => {
  const body = chatOf('mock/good', 'hello')

  test('locked by somebody else: 503 with Retry-After, streams run on, and it recovers', async () => {
    const file = stand.product.server.stores.database.file ?? ''
    const goOn = Promise.withResolvers<void>()
    stand.upstream.on('mock/during', async (call) => {
      await goOn.promise
      return answerWell(call)
    })
    const own = await stand.customer()
    const running = stand.ask(own, chatOf('mock/during', 'hello'))
    await eventually('the call', () => stand.upstream.of('mock/during')[0] ?? null)

    const intruder = new DatabaseSync(file)
    intruder.exec('begin exclusive')
    // The writer waits 5 s for the lock before it gives up.
    const answer = await told(body)
    expect(answer).toMatchObject({ status: 503, code: 'ledger_unavailable' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    // What runs is answered; its charge waits in the journal.
    goOn.resolve()
    expect((await running).status).toBe(200)
    intruder.exec('rollback')
    intruder.close()

    await eventually('the wallet to open again', async () =>
      (await stand.ask(customer, body)).status === 200 ? true : null,
    )
    expect(await stand.books.differences()).toEqual([])
    expect(await stand.books.charged(own.id)).toBe(priceOf(5, 5))
  })

  test('gone for a while: every request gets an answer of the table, and it recovers', async () => {
    const file = stand.product.server.stores.database.file ?? ''
    await rename(file, `${file}.away`)
    const statuses = []
    for (let time = 0; time < 3; time += 1) statuses.push((await stand.ask(customer, body)).status)
    // The files are open: a name that is gone changes nothing, and nothing is lost.
    for (const status of statuses) expect([200, 503]).toContain(status)
    await rename(`${file}.away`, file)
    expect((await stand.ask(customer, body)).status).toBe(200)
    expect(await stand.books.differences()).toEqual([])
  })
})
