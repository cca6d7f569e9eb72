import { type IncomingMessage, request as httpRequest } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import {
  ask,
  channel,
  errorOf,
  faulty,
  gatewayRig,
  onePerToken,
  type Rig,
  type RigOptions,
  testKey,
  until,
} from './rig/gateway-rig.ts'

let rig: Rig | null = null
const start = async (options: Partial<RigOptions> = {}): Promise<Rig> => {
  rig = await gatewayRig({ channels: [channel()], ...options })
  return rig
}
afterEach(async () => {
  expect(rig?.errors).toEqual([])
  expect(rig?.ledger.pending).toBe(0)
  await rig?.close()
  rig = null
})

const post = (own: Rig, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(`${own.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json', ...headers },
    body,
  })

const refused = async (
  response: Response,
  status: number,
  code: string,
): Promise<{ message: string }> => {
  const error = await errorOf(response)
  expect([response.status, error.code]).toEqual([status, code])
  expect(response.headers.get('x-request-id')).not.toBeNull()
  return error
}

describe('keys', () => {
  it('key.missing', async () => {
    const own = await start()
    const response = await fetch(`${own.url}/v1/chat/completions`, { method: 'POST', body: '{}' })
    await refused(response, 401, 'invalid_api_key')
  })

  it('key.invalid', async () => {
    await refused(
      await post(await start(), '{}', { authorization: 'Bearer sk-no' }),
      401,
      'invalid_api_key',
    )
  })

  it.each([
    [{ authorization: `bearer ${testKey}` }],
    [{ authorization: '', 'x-api-key': testKey }],
    [{ authorization: '', 'x-goog-api-key': testKey }],
  ])('are found in %j', async (headers) => {
    const own = await start()
    expect((await ask(own, { headers })).status).toBe(200)
    await until(() => own.ledger.ends().length === 1)
  })

  it('key.disabled', async () => {
    await refused(await ask(await start({ token: { enabled: false } })), 401, 'key_disabled')
  })

  it('key.expired', async () => {
    await refused(await ask(await start({ token: { expiresAt: 1 } })), 401, 'key_expired')
  })

  it('key.user-disabled', async () => {
    await refused(await ask(await start({ owner: { enabled: false } })), 403, 'key_user_disabled')
  })

  it('key.address', async () => {
    const own = await start({ limits: { addresses: ['10.0.0.0/8', '192.168.1.1'] } })
    await refused(await ask(own), 403, 'key_address')
  })

  it('lets an address of a listed network in', async () => {
    const own = await start({ limits: { addresses: ['127.0.0.0/8'] } })
    expect((await ask(own)).status).toBe(200)
    await until(() => own.ledger.ends().length === 1)
  })

  it('key.pin-forbidden', async () => {
    const headers = { authorization: `Bearer ${testKey}#1` }
    await refused(await ask(await start(), { headers }), 403, 'key_pin_forbidden')
  })

  it('pins and excludes channels for administrators', async () => {
    const [first, second] = [channel(), channel()]
    const own = await start({ channels: [first, second], owner: { role: 10 } })
    const used = async (pin: string): Promise<unknown> => {
      const before = own.ledger.ends().length
      await (await ask(own, { headers: { authorization: `Bearer ${testKey}#${pin}` } })).text()
      await until(() => own.ledger.ends().length > before)
      return own.ledger.ends().at(-1)?.usage?.['channel_id']
    }
    expect(await used(`${second.id}`)).toBe(second.id)
    expect(await used(`!${second.id}`)).toBe(first.id)
    const headers = { authorization: `Bearer ${testKey}#999` }
    await refused(await ask(own, { headers }), 503, 'route_pin')
  })

  it('key.group', async () => {
    await refused(await ask(await start({ token: { group: 'gone' } })), 403, 'key_group')
  })

  it('uses the console’s session as the playground token', async () => {
    const own = await start()
    const headers = { authorization: '', 'x-posthouse-origin': 'console', cookie: 'session=good' }
    expect((await ask(own, { headers })).status).toBe(200)
    await until(() => own.ledger.ends().length === 1)
    expect(own.ledger.ends()[0]?.usage).toMatchObject({ token_name: 'playground' })
    await refused(await ask(own, { headers: { ...headers, cookie: '' } }), 401, 'invalid_api_key')
    await refused(
      await ask(own, { headers: { authorization: '', cookie: 'session=good' } }),
      401,
      'invalid_api_key',
    )
  })
})

describe('limits', () => {
  it('limit.requests of a token', async () => {
    const own = await start({ limits: { requests_per_minute: 1 } })
    const first = await ask(own)
    expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('0')
    const second = await ask(own)
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    await refused(second, 429, 'rate_limit_exceeded')
    await until(() => own.ledger.ends().length === 1)
  })

  it('limit.requests of a group', async () => {
    const own = await start({ requestsPerMinute: 1 })
    await ask(own)
    await refused(await ask(own), 429, 'rate_limit_exceeded')
    await until(() => own.ledger.ends().length === 1)
  })

  it('limit.tokens', async () => {
    const own = await start({ limits: { tokens_per_minute: 5 } })
    await ask(own)
    await refused(await ask(own), 429, 'rate_limit_exceeded')
    await until(() => own.ledger.ends().length === 1)
  })

  it('limit.concurrency', async () => {
    const own = await start({ limits: { concurrency: 1 } })
    const running = await ask(own, { stream: true, text: '[[sandbox: words=30 speed=100]]' })
    await refused(await ask(own), 429, 'concurrency_limit_exceeded')
    await running.text()
    await until(() => own.gateway.openStreams() === 0)
    expect((await ask(own)).status).toBe(200)
    await until(() => own.ledger.ends().length === 2)
  })
})

describe('bodies', () => {
  it.each([
    ['{', 'request_bad_json'],
    ['[]', 'request_bad_json'],
    [`{"model":"m","messages":${'['.repeat(200)}${']'.repeat(200)}}`, 'request_bad_json'],
    ['{}', 'model_required'],
    ['{"model":"sandbox/chat"}', 'model_required'],
    ['{"model":"sandbox/chat","messages":[]}', 'model_field'],
    ['{"model":5,"messages":[{}]}', 'model_field'],
    ['{"model":"sandbox/chat","messages":[{}],"n":-1}', 'model_field'],
    ['{"model":"sandbox/chat","messages":[{}],"n":129}', 'model_field'],
    ['{"model":"sandbox/chat","messages":[{}],"n":1.5}', 'model_field'],
    ['{"model":"sandbox/chat","messages":[{}],"max_tokens":-1}', 'model_field'],
    ['{"model":"sandbox/chat","messages":[{}],"stream":"yes"}', 'model_field'],
  ])('%.60s', async (body, code) => {
    await refused(await post(await start(), body), 400, code)
  })

  it('tell nothing of the body in the message', async () => {
    const { message } = await refused(
      await post(await start(), '{"a": secret-canary'),
      400,
      'request_bad_json',
    )
    expect(message).not.toContain('canary')
  })

  it('request.media-type', async () => {
    const own = await start()
    await refused(
      await post(own, 'a=b', { 'content-type': 'text/plain' }),
      415,
      'request_media_type',
    )
    await refused(await post(own, '{}', { 'content-encoding': 'gzip' }), 415, 'request_media_type')
  })

  it('request.too-large, announced and not', async () => {
    const own = await start({ settings: { RequestBodyLimit: 2_000 } })
    const body = JSON.stringify({ model: 'x'.repeat(3_000) })
    await refused(await post(own, body), 413, 'request_too_large')
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(body))
        controller.close()
      },
    })
    const chunked = await fetch(`${own.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}` },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    await refused(chunked, 413, 'request_too_large')
  })

  it('over 1 MiB are read off the loop', async () => {
    const own = await start()
    const response = await ask(own, { text: `${'word '.repeat(400_000)}` })
    expect(response.status).toBe(200)
    await until(() => own.ledger.ends().length === 1)
    const [end] = own.ledger.ends()
    expect(end?.usage?.['input_tokens']).toBe(400_007n)
  })

  it('request.method', async () => {
    const own = await start()
    const response = await fetch(`${own.url}/v1/chat/completions`)
    expect(response.headers.get('allow')).toBe('POST')
    await refused(response, 405, 'request_method')
  })
})

describe('what a vendor insists on', () => {
  it.each(['openai-chat', 'anthropic-messages'])(
    'max_tokens of Messages, over a supplier of %s, but not to count',
    async (spoken) => {
      const own = await start({ channels: [channel({ plugin: { dialects: [spoken] } })] })
      const told = await ask(own, { path: '/v1/messages' })
      expect(told.status).toBe(400)
      expect(await told.json()).toMatchObject({
        error: { type: 'invalid_request_error', message: expect.stringContaining('max_tokens') },
      })
      expect((await ask(own, { path: '/v1/messages/count_tokens' })).status).toBe(200)
      const limited = await ask(own, { path: '/v1/messages', more: { max_tokens: 9 } })
      expect(limited.status).toBe(200)
      await limited.text()
      await until(() => own.ledger.ends().length === 1)
    },
  )

  it.each(['/v1/responses', '/v1/realtime', '/v1/chat/completions'])(
    'request.upgrade: there is no WebSocket at %s',
    async (path) => {
      const { hostname, port } = new URL((await start()).url)
      const headers = {
        authorization: `Bearer ${testKey}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
      }
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        httpRequest({ hostname, port, path, headers }, resolve).on('error', reject).end()
      })
      answer.resume()
      expect([answer.statusCode, answer.headers['upgrade']]).toEqual([426, 'HTTP/1.1'])
    },
  )
})

it('answers clients that offer another version of HTTP (Java’s, curl) as if they did not', async () => {
  const own = await start()
  const { hostname, port } = new URL(own.url)
  const headers = {
    authorization: `Bearer ${testKey}`,
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAAP__',
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ hostname, port, path: '/v1/models', headers }, resolve).on('error', reject).end()
  })
  answer.resume()
  expect(answer.statusCode).toBe(200)
})

describe('routes', () => {
  it('model.unknown', async () => {
    await refused(await ask(await start(), { more: { model: 'nobody' } }), 404, 'model_not_found')
  })

  it('model.not-allowed', async () => {
    const own = await start({ limits: { models: ['other'] } })
    await refused(await ask(own), 403, 'model_not_allowed')
  })

  it('model.unpriced, unless the operator charges the family’s 30/30', async () => {
    const own = await start({ prices: [] })
    await refused(await ask(own), 503, 'model_unpriced')
    await own.close()
    const other = await start({ prices: [], settings: { UnpricedModels: 'default' } })
    await (await ask(other)).text()
    await until(() => other.ledger.ends().length === 1)
    expect(other.ledger.ends()[0]).toMatchObject({ usage: { outcome: 'complete' } })
  })

  it('route.none', async () => {
    const own = await start({ channels: [channel({ chatOnly: true })] })
    const tools = [{ type: 'function', function: { name: 'f' } }]
    await refused(await ask(own, { more: { tools } }), 503, 'route_none')
  })
})

describe('money', () => {
  it('quota.insufficient is 402, never 429', async () => {
    const own = await start({ balance: 0n })
    await refused(await ask(own), 402, 'insufficient_quota')
    expect(own.attempts).toHaveLength(0)
    expect(own.refused[0]).toMatchObject({
      type: 5n,
      status: 402n,
      error_code: 'quota.insufficient',
    })
  })

  describe('speaks the language of the console when the console asks', () => {
    const atConsole = (language: string) => ({
      headers: {
        authorization: '',
        'x-posthouse-origin': 'console',
        cookie: 'session=good',
        'accept-language': language,
      },
    })
    const told = async (own: Rig, how: Parameters<typeof ask>[1]): Promise<string> => {
      const body: unknown = await (await ask(own, how)).json()
      return (body as { error: { message: string } }).error.message
    }

    it.each([
      ['zh-CN', true, /^钱包余额不足：剩余 \$0\.00，需要 \$0\.\d+，请充值或联系管理员$/],
      [
        'en-US',
        true,
        /^Not enough balance in the wallet: \$0\.00 left, \$0\.\d+ needed\. Top up, or ask the operator$/,
      ],
      ['zh-CN', false, /^钱包余额不足：剩余 0，需要 [\d,]+，请充值或联系管理员$/],
    ])('%s, in dollars: %s', async (language, inDollars, text) => {
      const settings = { DisplayInCurrencyEnabled: inDollars }
      const own = await start({ balance: 0n, settings })
      expect(await told(own, atConsole(language))).toMatch(text)
    })

    it('names a limit in the language, too', async () => {
      const own = await start({ limits: { requests_per_minute: 1 } })
      await (await ask(own)).text()
      expect(await told(own, atConsole('zh-CN'))).toMatch(/^令牌“.+”：每分钟 1 次/)
    })

    it.each([
      [{ stream: 'yes' }, '字段 stream 无效：应为 true 或 false'],
      [{ n: 0 }, '字段 n 无效：应为 1 到 128 的整数'],
      [{ messages: [] }, '字段 messages 无效：应为至少有一项的列表'],
      [{ Model: 'x' }, '字段 Model 无效：应写作 model'],
    ])('says what is wrong with a body in the language, too: %j', async (more, text) => {
      expect(await told(await start(), { ...atConsole('zh-CN'), more })).toBe(text)
    })

    it.each([
      ['401', '上游暂不可用：它不接受我们的请求'],
      ['reset', '上游暂不可用：上游中断了连接'],
      ['html', '上游出错：上游返回了网页'],
      ['empty-body', '上游出错：上游返回了空的回答'],
      ['broken-json', '上游出错：上游返回的不是有效的 JSON'],
    ])('says what became of the upstream in the language, too: %s', async (fault, text) => {
      const own = await start({ channels: [faulty(fault)] })
      expect(await told(own, atConsole('zh-CN'))).toBe(text)
      await until(() => own.ledger.ends().length === 1)
    })

    it('and English to a client with a key, whatever it accepts', async () => {
      const own = await start({ balance: 0n })
      const text = await told(own, { headers: { 'accept-language': 'zh-CN' } })
      expect(text).toMatch(/^Not enough balance in the wallet/)
    })
  })

  it('key.exhausted', async () => {
    await refused(
      await ask(await start({ token: { unlimited: false } })),
      402,
      'insufficient_quota',
    )
  })

  it('quota.window says when it resets', async () => {
    const own = await start({ limits: { spend: { day: 1 } } })
    const response = await ask(own)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    await refused(response, 429, 'spend_limit_exceeded')
  })

  it('a window that has room is held and charged with the wallet', async () => {
    const own = await start({ limits: { spend: { month: 1_000_000 } } })
    await (await ask(own)).text()
    await until(() => own.ledger.ends().length === 1)
    const hold = own.ledger.commands.find(({ kind }) => kind === 'hold')
    const codes = hold?.kind === 'hold' ? hold.accounts.map(({ code }) => code) : []
    expect(codes).toEqual(['wallet:1', expect.stringMatching(/^window:token:7:month:\d+$/)])
  })

  it('ledger.unavailable', async () => {
    const own = await start()
    own.ledger.away = true
    await refused(await ask(own), 503, 'ledger_unavailable')
  })

  it('200 at once never spend more than there is', async () => {
    const own = await start({
      balance: 400n,
      settings: { HoldSliceTokens: 64, PreConsumedQuota: 1 },
    })
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const response = await ask(own, { more: { max_tokens: 20 } })
        await response.text()
        return response.status
      }),
    )
    expect(new Set(answers)).toEqual(new Set([200, 402]))
    await until(() => own.gateway.openStreams() === 0)
    expect(own.ledger.balanceOf('wallet:1')).toBeGreaterThanOrEqual(0n)
  })
})

describe('models', () => {
  it('are listed with their prices', async () => {
    const own = await start({
      channels: [channel(), channel({ groups: ['vip'], models: ['secret'] })],
    })
    const headers = { authorization: `Bearer ${testKey}` }
    const list = await (await fetch(`${own.url}/v1/models`, { headers })).json()
    expect(list).toMatchObject({
      object: 'list',
      data: [
        {
          id: 'sandbox/chat',
          object: 'model',
          operation: 'chat',
          architecture: { input_modalities: [], output_modalities: ['text'] },
          posthouse: { type: 'tokens' },
        },
      ],
    })
    expect((await fetch(`${own.url}/v1/models/sandbox/chat`, { headers })).status).toBe(200)
    await refused(await fetch(`${own.url}/v1/models/secret`, { headers }), 404, 'model_not_found')
    await refused(await fetch(`${own.url}/v1/models`), 401, 'invalid_api_key')
  })
})

describe('other surfaces', () => {
  it('completions', async () => {
    const own = await start()
    const more = { prompt: 'once upon', messages: undefined }
    const response = await ask(own, { path: '/v1/completions', more })
    expect(await response.json()).toMatchObject({ object: 'text_completion' })
    const stream = await ask(own, { path: '/v1/completions', more, stream: true })
    expect(await stream.text()).toContain('[DONE]')
    await until(() => own.ledger.ends().length === 2)
    expect(own.ledger.ends()[1]).toMatchObject({ usage: { usage_source: 'reported' } })
  })

  it('embeddings', async () => {
    const own = await start()
    const more = { model: 'sandbox/embedding', input: ['one two', 'three'], messages: undefined }
    const response = await ask(own, { path: '/v1/embeddings', more })
    expect(await response.json()).toMatchObject({ data: [{ index: 0 }, { index: 1 }] })
    await until(() => own.ledger.ends().length === 1)
    expect(own.ledger.ends()[0]).toMatchObject({ amount: 3n, usage: { input_tokens: 3n } })
  })

  it('embeddings without usage are charged as counted', async () => {
    const own = await start({ channels: [faulty('no-usage')], prices: [onePerToken] })
    const more = { model: 'sandbox/embedding', input: 'one two three', messages: undefined }
    await (await ask(own, { path: '/v1/embeddings', more })).text()
    await until(() => own.ledger.ends().length === 1)
    expect(own.ledger.ends()[0]).toMatchObject({ usage: { outcome: 'complete-counted' } })
  })
})

it('browsers of any origin may call with a key', async () => {
  const own = await start()
  const response = await fetch(`${own.url}/v1/chat/completions`, { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
})

describe('arguments of a call', () => {
  const nested = (open: string, close: string) => open.repeat(5_000) + 1 + close.repeat(5_000)
  it.each([
    ['anthropic-messages', nested('{"a":', '}')],
    ['gemini', nested('{"a":', '}')],
    ['anthropic-messages', nested('[', ']')],
    ['gemini', nested('[', ']')],
  ])('nested 5 000 deep are refused where %s wants an object', async (upstream, deep) => {
    const own = await start({ channels: [channel({ plugin: { dialects: [upstream] } })] })
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: deep } }
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: deep },
    ]
    const response = await ask(own, { more: { messages } })
    expect(response.status).toBe(400)
    expect((await errorOf(response)).message).toContain('nested too deep')
    await until(() => own.ledger.pending === 0)
  })
})
