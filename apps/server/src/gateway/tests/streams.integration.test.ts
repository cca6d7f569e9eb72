import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { bytesHeld } from '@posthouse/testkit/memory'
import { afterEach, describe, expect, it } from 'vitest'
import {
  ask,
  channel,
  type ChatAnswer,
  gatewayRig,
  listening,
  onePerToken,
  type Rig,
  type RigOptions,
  testKey,
  until,
} from './rig/gateway-rig.ts'

let rig: Rig | null = null
const servers: Server[] = []
const start = async (options: RigOptions): Promise<Rig> => {
  rig = await gatewayRig(options)
  return rig
}
const http = { type: 8, priority: 10 } as const
afterEach(async () => {
  expect(rig?.errors).toEqual([])
  await rig?.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  rig = null
})

const content = (text: string): string =>
  `data: {"id":"x","choices":[{"index":0,"delta":{"content":"${text}"},"finish_reason":null}]}\n\n`

describe('a stream that is called JSON', () => {
  const upstream = async (body: string): Promise<string> => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    servers.push(server)
    return `http://127.0.0.1:${(await listening(server)).port}`
  }
  const frames = `${content('hello')}${content(' there')}data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`

  it.each(['/v1/chat/completions', '/v1/messages'])(
    'is read by what it is, at %s',
    async (path) => {
      const baseUrl = await upstream(frames)
      const own = await start({
        channels: [channel({ ...http, baseUrl })],
        settings: { PrivateBaseUrlsAllowed: true },
      })
      const response = await ask(own, { stream: true, path, more: { max_tokens: 9 } })
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      const text = await response.text()
      for (const word of ['hello', ' there']) expect(text).toContain(word)
      await until(() => own.ledger.ends().length === 1)
    },
  )

  it('is no stream when it is JSON', async () => {
    const baseUrl = await upstream('{"id":"x","choices":[]}')
    const own = await start({
      channels: [channel({ ...http, baseUrl }), channel()],
      settings: { PrivateBaseUrlsAllowed: true },
    })
    const response = await ask(own, { stream: true })
    expect(response.status).toBe(200)
    await response.text()
    await until(() => own.attempts.length === 2)
    expect(own.attempts[0]).toMatchObject({ failure: 'broken-answer' })
  })
})

describe('a client that leaves', () => {
  it.each(['before the head', 'in mid-stream'])('%s closes the upstream', async (when) => {
    let upstreamClosed = 0
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      response.on('close', () => (upstreamClosed += 1))
      if (when === 'before the head') return
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(content('one two three four five six seven'))
    })
    servers.push(server)
    const baseUrl = `http://127.0.0.1:${(await listening(server)).port}`
    const { ledger, ...own } = await start({ channels: [channel({ ...http, baseUrl }), channel()] })
    const body = JSON.stringify({
      model: 'sandbox/chat',
      stream: true,
      messages: [{ role: 'user', content: 'hi' }],
    })
    const client = httpRequest(`${own.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}` },
    })
    client.on('error', () => {})
    client.on('response', (response) => response.once('data', () => client.destroy()))
    client.end(body)
    await until(() => asked === 1)
    if (when === 'before the head') client.destroy()
    await until(() => upstreamClosed === 1)
    await until(() => ledger.ends().length === 1)
    expect(asked).toBe(1)
    const [end] = ledger.ends()
    expect(end).toMatchObject({ kind: 'settle', usage: { outcome: 'client-left', status: 499n } })
    expect(end?.usage?.['input_tokens']).toBeGreaterThan(0n)
    const output = end?.usage?.['output_tokens']
    if (when === 'in mid-stream') expect(output).toBeGreaterThan(4n)
    else expect(output).toBe(0n)
    expect(ledger.pending).toBe(0)
  })
})

it('a client that leaves before anything was sent to a supplier pays nothing', async () => {
  let connected = 0
  const silent = createTcpServer((socket) => {
    connected += 1
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : null
  const own = await start({
    channels: [
      channel({ ...http, baseUrl: 'https://127.0.0.1:9', proxy: `http://127.0.0.1:${port}` }),
    ],
  })
  const leaving = new AbortController()
  const asked = fetch(`${own.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox/chat', messages: [{ role: 'user', content: 'hi' }] }),
    signal: leaving.signal,
  })
  await until(() => connected === 1)
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await until(() => own.ledger.ends().length === 1)
  expect(own.ledger.ends()[0]).toMatchObject({ kind: 'void' })
  silent.close()
})

it.each(['stop', 'the last word'])('pays for thoughts when it left at %s', async (when) => {
  const chunk = (rest: object): string => `data: ${JSON.stringify({ id: 'x', ...rest })}\n\n`
  const usage = { prompt_tokens: 3, completion_tokens: 5_002, total_tokens: 5_005 }
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(content('Rain falls.'))
    if (when === 'stop') {
      response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }))
    }
    const later = setTimeout(() => response.end(chunk({ choices: [], usage })), 300)
    response.on('close', () => clearTimeout(later))
  })
  servers.push(server)
  const baseUrl = `http://127.0.0.1:${(await listening(server)).port}`
  const own = await start({ channels: [channel({ ...http, baseUrl })] })
  const response = await ask(own, { stream: true })
  const reader = response.body?.getReader()
  let text = ''
  while (!text.includes(when === 'stop' ? '"stop"' : 'falls')) {
    text += Buffer.from((await reader?.read())?.value ?? []).toString('utf8')
  }
  await reader?.cancel()
  await until(() => own.ledger.ends().length === 1)
  const [end] = own.ledger.ends()
  expect(end).toMatchObject({ kind: 'settle', usage: { outcome: 'client-left', status: 499n } })
  const output = end?.usage?.['output_tokens']
  if (when === 'stop') expect(output).toBe(5_002n)
  else expect(output).toBeLessThan(20n)
})

describe('back-pressure', () => {
  it('pauses the upstream of a reader who does not read, and holds little', async () => {
    const megabytes = 64
    let written = 0
    let finished = false
    const piece = Buffer.from(content('x'.repeat(8_000)).repeat(8))
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const next = (): void => {
        while (written < megabytes * 1024 * 1024) {
          written += piece.length
          if (!response.write(piece)) return void response.once('drain', next)
        }
        finished = true
        response.end('data: [DONE]\n\n')
      }
      next()
    })
    servers.push(server)
    const baseUrl = `http://127.0.0.1:${(await listening(server)).port}`
    const { ledger, ...own } = await start({
      channels: [channel({ ...http, baseUrl })],
      balance: 1_000_000_000n,
    })
    const { port } = new URL(own.url)
    const socket = connect(Number(port), '127.0.0.1')
    const body = JSON.stringify({
      model: 'sandbox/chat',
      stream: true,
      messages: [{ role: 'user', content: 'hi' }],
    })
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${testKey}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    socket.pause()
    const before = await bytesHeld()
    let last = -1
    await until(() => written > 0)
    // Kernel buffers fill; then nothing may move any more.
    while (last !== written) {
      last = written
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    expect(finished).toBe(false)
    expect(written).toBeLessThan(megabytes * 1024 * 1024)
    expect(own.parts.memory.held()).toBeLessThan(2 * 1024 * 1024)
    // The heap also has what a first stream loads: a few MB, where all that the upstream has would be 64.
    expect((await bytesHeld()) - before).toBeLessThan(16 * 1024 * 1024)
    socket.destroy()
    await until(() => ledger.ends().length === 1)
  })
})

describe('a wallet that runs dry in mid-stream', () => {
  it('ends the stream with insufficient_quota and charges what was delivered', async () => {
    const { ledger, ...own } = await start({
      channels: [channel()],
      settings: { HoldSliceTokens: 64, PreConsumedQuota: 10 },
      balance: 300n,
    })
    const text = await (
      await ask(own, { stream: true, text: '[[sandbox: words=2000 speed=20000]]' })
    ).text()
    expect(text).toContain('"code":"insufficient_quota"')
    expect(text).not.toContain('[DONE]')
    await until(() => ledger.ends().length === 1)
    expect(ledger.commands.filter(({ kind }) => kind === 'extend').length).toBeGreaterThan(1)
    expect(ledger.ends()[0]).toMatchObject({
      kind: 'settle',
      usage: {
        outcome: 'quota-ran-out',
        usage_source: 'counted',
        error_code: 'quota.insufficient',
      },
    })
    expect(ledger.balanceOf('wallet:1')).toBeGreaterThanOrEqual(0n)
  })

  it('names the limit of the token when that is what ran out', async () => {
    const { ledger, ...own } = await start({
      channels: [channel()],
      settings: { HoldSliceTokens: 64, PreConsumedQuota: 10 },
      token: { unlimited: false },
    })
    ledger.balances.set('limit:1', 300n)
    const text = await (
      await ask(own, { stream: true, text: '[[sandbox: words=2000 speed=20000]]' })
    ).text()
    expect(text).toMatch(/"code":"(insufficient_quota|key_exhausted)"/)
    expect(text).toContain('token \\"')
  })

  it('says that the ledger is away when that is why there is no more', async () => {
    const { ledger, ...own } = await start({
      channels: [channel()],
      settings: { HoldSliceTokens: 64 },
    })
    const reply = await ask(own, { stream: true, text: '[[sandbox: words=2000 speed=2000]]' })
    ledger.away = true
    const text = await reply.text()
    expect(text).toContain('"code":"ledger_unavailable"')
    expect(text).not.toContain('insufficient_quota')
    expect(text).not.toContain('[DONE]')
    // Nobody keeps its end either.
    expect(own.errors.splice(0)).toHaveLength(1)
  })

  it('goes on without stopping while there is more', async () => {
    const { ledger, ...own } = await start({
      channels: [channel()],
      settings: { HoldSliceTokens: 64 },
    })
    const text = await (await ask(own, { stream: true, text: '[[sandbox: words=1000]]' })).text()
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    await until(() => ledger.ends().length === 1)
    expect(ledger.pending).toBe(0)
  })
})

describe('a small wallet and an answer in one piece', () => {
  it('lowers max_tokens to what it affords', async () => {
    const { ledger, ...own } = await start({
      channels: [channel()],
      balance: 60n,
      settings: { PreConsumedQuota: 10 },
    })
    const response = await ask(own, {
      text: '[[sandbox: words=500]] go',
      more: { max_tokens: 400 },
    })
    expect(response.status).toBe(200)
    const { usage } = (await response.json()) as ChatAnswer
    expect(usage.completion_tokens).toBeGreaterThan(5)
    expect(usage.completion_tokens).toBeLessThan(60)
    await until(() => ledger.ends().length === 1)
    expect(ledger.balanceOf('wallet:1')).toBeGreaterThanOrEqual(0n)
  })

  const words = '[[sandbox: words=20000]] go'
  const facts = [{ models: ['sandbox/*'], output: 20_000 }]

  it('limits one that has no limit where its wallet affords less than the model may write', async () => {
    const { ledger, ...own } = await start({ channels: [channel()], balance: 50_000n, facts })
    const answers = await Promise.all([1, 2, 3].map(() => ask(own, { text: words })))
    const told = answers.map((answer) => Number(answer.headers.get('x-posthouse-output-limit')))
    // Half of what is free, and half of what is then free: as much as a slice is always held.
    expect(told.filter((limit) => limit > 8_000 && limit < 20_000).length).toBe(2)
    for (const [at, answer] of answers.entries()) {
      const { usage } = (await answer.json()) as ChatAnswer
      expect(usage.completion_tokens).toBeLessThanOrEqual(told[at] === 0 ? 20_000 : (told[at] ?? 0))
    }
    await until(() => ledger.ends().length === 3)
    for (const end of ledger.ends()) {
      const limit = Number(end.usage?.['added_limit'])
      expect(told).toContain(limit)
    }
    const price = ledger
      .ends()
      .reduce((sum, end) => sum + (end.kind === 'settle' ? end.amount : 0n), 0n)
    expect(price).toBeLessThanOrEqual(50_000n)
  })

  it('sends a body as it came where the wallet affords the longest answer', async () => {
    const own = await start({ channels: [channel()], balance: 60_000n, facts })
    let sent = ''
    const { sandbox } = own.parts.transports
    Object.assign(own.parts.transports, {
      sandbox: {
        ...sandbox,
        open: (request: Parameters<typeof sandbox.open>[0]) => {
          sent = Buffer.from(request.body ?? []).toString('utf8')
          return sandbox.open(request)
        },
      },
    })
    const response = await ask(own, { text: 'hello' })
    expect(response.headers.get('x-posthouse-output-limit')).toBeNull()
    await response.text()
    expect(sent).not.toContain('max_tokens')
  })
})

describe('the chat cache', () => {
  it.each([false, true])('answers an exact repeat free of charge (stream %s)', async (stream) => {
    const { ledger, ...own } = await start({
      channels: [channel()],
      token: { cache: true },
    })
    const first = await (await ask(own, { stream })).text()
    await until(() => ledger.ends().length === 1)
    const again = await ask(own, { stream })
    expect(again.headers.get('x-posthouse-cache')).toBe('hit')
    expect(await again.text()).toBe(first)
    await until(() => ledger.ends().length === 2)
    expect(ledger.ends()[1]).toMatchObject({
      kind: 'settle',
      amount: 0n,
      usage: { outcome: 'cache-hit' },
    })
    const other = await ask(own, { stream, text: 'something else' })
    expect(other.headers.get('x-posthouse-cache')).toBeNull()
    await other.text()
  })
})

describe('draining', () => {
  it('refuses what is new and waits for what runs', async () => {
    const own = await start({ channels: [channel()], prices: [onePerToken] })
    const running = await ask(own, { stream: true, text: '[[sandbox: words=20 speed=100]]' })
    expect(own.gateway.openStreams()).toBe(1)
    const drained = own.gateway.drain()
    expect((await ask(own)).status).toBe(503)
    expect(await running.text()).toContain('[DONE]')
    await drained
    expect(own.gateway.openStreams()).toBe(0)
    expect(own.ledger.pending).toBe(0)
  })
})
