import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import {
  ask,
  channel,
  type ChatAnswer,
  errorOf,
  faulty,
  gatewayRig,
  listening,
  type Rig,
  type RigOptions,
  until,
} from './rig/gateway-rig.ts'

let rig: Rig | null = null
const servers: Server[] = []
const start = async (options: RigOptions): Promise<Rig> => {
  rig = await gatewayRig(options)
  return rig
}
const upstream = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  return `http://127.0.0.1:${(await listening(server)).port}`
}
const http = { type: 8, priority: 10 } as const
afterEach(async () => {
  expect(rig?.errors).toEqual([])
  // The hold is given back or charged, on every path; a refusal does not wait for it.
  await until(() => rig?.ledger.pending === 0)
  await rig?.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  rig = null
})

const frame = (delta: object, reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`

describe('before the first content, the next candidate answers', () => {
  const faults = [
    '401',
    '402',
    '403',
    '404',
    '429',
    '500',
    '502',
    '503',
    '529',
    'reset',
    'empty-body',
    'broken-json',
    'html',
    'wrong-content-type',
    'empty',
    'error-in-200',
  ]
  for (const stream of [false, true]) {
    it.each(faults)(`${stream ? 'stream' : 'one piece'}: %s`, async (fault) => {
      const { ledger, attempts, ...own } = await start({ channels: [faulty(fault), channel()] })
      const response = await ask(own, { stream })
      const text = await response.text()
      expect(response.status).toBe(200)
      expect(text).not.toContain('error')
      expect(text.match(/"role":"assistant"/g)).toHaveLength(1)
      await until(() => attempts.length === 2)
      expect(attempts[0]?.['failure']).not.toBe('')
      expect(attempts[1]).toMatchObject({ failure: '', status: 200n })
      expect(ledger.ends()).toHaveLength(1)
      expect(ledger.ends()[0]).toMatchObject({ kind: 'settle', usage: { outcome: 'complete' } })
    })
  }

  it('moves on when the first byte does not come in time', async () => {
    const { attempts, ...own } = await start({
      channels: [faulty('slow-first-byte'), channel()],
      settings: { FirstByteTimeout: 1 },
    })
    expect((await ask(own, { stream: true })).status).toBe(200)
    await until(() => attempts.length === 2)
    expect(attempts[0]).toMatchObject({ failure: 'timeout' })
  })

  it('is told about keys that only the operator can mend', async () => {
    const broken = faulty('401')
    const { keysFailed, ...own } = await start({ channels: [broken, channel()] })
    await (await ask(own)).text()
    expect(keysFailed).toMatchObject([
      {
        circuit: { channelId: broken.id, keyId: broken.keys[0]?.id },
        userId: 1n,
        class: 'authentication',
        status: 401,
      },
    ])
  })

  it('tries no more than RetryTimes others', async () => {
    const { attempts, ledger, ...own } = await start({
      channels: [faulty('500'), faulty('500'), faulty('500'), channel()],
      settings: { RetryTimes: 1 },
    })
    const response = await ask(own)
    expect(response.status).toBe(502)
    await until(() => ledger.ends().length === 1)
    expect(attempts).toHaveLength(2)
    expect(ledger.ends()[0]).toMatchObject({
      kind: 'void',
      usage: { type: 5n, status: 502n, error_code: 'upstream.failed', quota: 0n },
    })
  })

  it('never asks a channel that is cooling while another is there', async () => {
    const cooling = faulty('429', { plugin: { sandbox: { fault: '429', 'retry-after': 60 } } })
    const { attempts, ledger, parts, ...own } = await start({ channels: [cooling, channel()] })
    await (await ask(own)).text()
    await (await ask(own)).text()
    await until(() => ledger.ends().length === 2)
    // What answered at once leaves no attempts: the log says it all.
    expect(attempts.map((row) => row['failure'])).toEqual(['rate-limited', ''])
    expect(parts.health.coolingOf(cooling.id)).toHaveLength(1)
  })
})

describe('the fault is the caller’s', () => {
  it('passes the refusal on, masked, without another attempt', async () => {
    const { attempts, ledger, ...own } = await start({ channels: [faulty('400'), channel()] })
    const response = await ask(own)
    expect(response.status).toBe(400)
    expect(await errorOf(response)).toMatchObject({ type: 'invalid_request_error' })
    await until(() => ledger.ends().length === 1)
    expect(attempts).toHaveLength(1)
    expect(ledger.ends()[0]).toMatchObject({ kind: 'void' })
  })
})

describe('when nobody answers', () => {
  it.each([
    ['429', 429, 'upstream_busy'],
    ['500', 502, 'server_error'],
    ['401', 503, 'upstream_unavailable'],
    ['402', 503, 'upstream_unavailable'],
    ['reset', 503, 'upstream_unavailable'],
    ['html', 502, 'upstream_failed'],
  ])('%s becomes %i', async (fault, status, code) => {
    const own = await start({ channels: [faulty(fault)] })
    const response = await ask(own)
    const text = await response.clone().text()
    expect(response.status).toBe(status)
    expect((await errorOf(response)).message).not.toBe('')
    expect(text).not.toMatch(/canary|inside\.sandbox|sk-sandbox/)
    if (code !== 'server_error') expect(text).toContain(code)
    await until(() => own.ledger.ends().length === 1)
  })

  it('says when to come back', async () => {
    const own = await start({
      channels: [faulty('429', { plugin: { sandbox: { fault: '429', 'retry-after': 7 } } })],
    })
    expect((await ask(own)).headers.get('retry-after')).toBe('7')
    await until(() => own.ledger.ends().length === 1)
  })
})

describe('after the first content', () => {
  it('ends a cut stream with an error event and asks nobody else', async () => {
    const { attempts, ledger, ...own } = await start({ channels: [faulty('cut'), channel()] })
    const text = await (await ask(own, { stream: true })).text()
    const frames = text.trim().split('\n\n')
    expect(frames.at(-1)).toMatch(/^data: \{"error":\{/)
    for (const each of frames) expect(() => JSON.parse(each.slice(6))).not.toThrow()
    await until(() => ledger.ends().length === 1)
    expect(attempts).toHaveLength(1)
    expect(ledger.ends()[0]).toMatchObject({
      kind: 'settle',
      usage: { outcome: 'failed-mid-stream', usage_source: 'counted' },
    })
  })

  it('gives an upstream up that falls silent', async () => {
    const { ledger, ...own } = await start({
      channels: [faulty('silence')],
      settings: { StreamIdleTimeout: 1 },
    })
    const text = await (
      await ask(own, {
        stream: true,
        more: { messages: [{ role: 'user', content: '[[sandbox: fault=silence speed=1000]]' }] },
      })
    ).text()
    expect(text).toContain('"code":"upstream_timeout"')
    await until(() => ledger.ends().length === 1)
    expect(ledger.ends()[0]).toMatchObject({ usage: { outcome: 'failed-mid-stream' } })
  })

  it('does not let an upstream’s own error event through unmasked', async () => {
    const baseUrl = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frame({ role: 'assistant', content: 'Hello' }))
      response.end('data: {"error":{"message":"key sk-canary-12345678 at https://in.side/x"}}\n\n')
    })
    const own = await start({ channels: [channel({ ...http, baseUrl })] })
    const text = await (await ask(own, { stream: true })).text()
    expect(text).toContain('Hello')
    expect(text).toContain('"error"')
    expect(text).not.toMatch(/canary|in\.side/)
    await until(() => own.ledger.ends().length === 1)
  })
})

describe('an answer beyond our own bounds', () => {
  const call = (index: number, args: string): object => ({
    index,
    id: `c${index}`,
    type: 'function',
    function: { name: 'f', arguments: args },
  })
  const usage = { prompt_tokens: 9, completion_tokens: 8_000 }
  const calling = (calls: readonly object[]): object => ({
    id: 'x',
    choices: [
      { index: 0, message: { content: null, tool_calls: calls }, finish_reason: 'tool_calls' },
    ],
    usage,
  })
  const deep = `${'['.repeat(200)}1${']'.repeat(200)}`
  const parts = JSON.stringify(calling(Array.from({ length: 2_001 }, (_, at) => call(at, '{}'))))
  const arguments_ = JSON.stringify(calling([call(0, deep)]))
  const whole = JSON.stringify(calling([])).replace('"id"', `"z":${deep},"id"`)
  const chat = '/v1/chat/completions'
  const messages = '/v1/messages'

  it.each([
    ['of more parts than can be written anew', messages, 'too many parts', parts, false],
    ['whose arguments are nested too deep', messages, 'nested too deep', arguments_, false],
    ['that is nested too deep', messages, 'nested too deep', whole, false],
    ['that is nested too deep, and goes on as it came', chat, 'nested too deep', whole, false],
    ['whose first frame is nested too deep', messages, 'nested too deep', whole, true],
  ])(
    '%s is asked of nobody else, costs nothing and is no fault of its supplier',
    async (...row) => {
      const [, path, reason, answer, stream] = row
      let asked = 0
      const baseUrl = await upstream((_request, response) => {
        asked += 1
        const type = stream ? 'text/event-stream' : 'application/json'
        response.writeHead(200, { 'content-type': type })
        response.end(stream ? `data: ${answer}\n\n` : answer)
      })
      const own = await start({
        channels: [channel({ ...http, baseUrl }), channel({ ...http, id: 2n, baseUrl })],
      })
      for (const _ of [1, 2, 3, 4, 5, 6]) {
        const response = await ask(own, { path, stream, more: { max_tokens: 9_000 } })
        expect([response.status, await response.text()]).toEqual([
          502,
          expect.stringContaining(reason),
        ])
      }
      expect(asked).toBe(6)
      await until(() => own.ledger.ends().length === 6)
      expect(own.ledger.ends().map(({ kind }) => kind)).toEqual(Array(6).fill('void'))
    },
  )
})

describe('usage', () => {
  it.each([false, true])('is counted when it does not come (stream %s)', async (stream) => {
    const { ledger, ...own } = await start({ channels: [faulty('no-usage')] })
    await (await ask(own, { stream })).text()
    await until(() => ledger.ends().length === 1)
    const [end] = ledger.ends()
    expect(end).toMatchObject({ usage: { outcome: 'complete-counted', usage_source: 'counted' } })
    expect(end?.usage?.['output_tokens']).toBeGreaterThan(30n)
  })

  it('that cannot be is replaced by the count', async () => {
    const { ledger, ...own } = await start({ channels: [faulty('negative-usage')] })
    await (await ask(own, { stream: true })).text()
    await until(() => ledger.ends().length === 1)
    const [end] = ledger.ends()
    expect(end).toMatchObject({ usage: { outcome: 'complete-absurd', usage_source: 'counted' } })
    expect(end?.kind === 'settle' ? end.amount : 0n).toBeLessThan(500n)
  })

  it('that is above what can be is cut to that, and the row says so', async () => {
    const facts = [{ models: ['sandbox/*'], output: 500, reasons: 'optional' as const }]
    const { ledger, ...own } = await start({ channels: [faulty('absurd-usage')], facts })
    await (await ask(own, { stream: true })).text()
    await until(() => ledger.ends().length === 1)
    const usage = ledger.ends()[0]?.usage
    expect(usage).toMatchObject({
      outcome: 'complete',
      usage_source: 'reported',
      output_tokens: 500n,
    })
    expect(JSON.parse(String(usage?.['doubts']))).toEqual([
      { what: 'input', claimed: 9_000_000_000, believed: Number(usage?.['input_tokens']) },
      { what: 'output', claimed: 9_000_000_000, believed: 500 },
    ])
  })

  it('is shown to a client that asked for it', async () => {
    const own = await start({ channels: [channel()] })
    const more = { stream_options: { include_usage: true } }
    const text = await (await ask(own, { stream: true, more })).text()
    expect(text.match(/"usage":\{/g)).toHaveLength(1)
    await until(() => own.ledger.ends().length === 1)
  })

  it('comes with its price on request, equal to the charge', async () => {
    const { ledger, ...own } = await start({ channels: [channel()] })
    const headers = { 'x-posthouse-cost': '1' }
    const whole = await ask(own, { headers })
    const { usage } = (await whole.json()) as ChatAnswer
    expect(Number(whole.headers.get('x-posthouse-cost'))).toBeCloseTo(usage.total_tokens / 500_000)
    const text = await (await ask(own, { headers, stream: true })).text()
    const cost = /"cost":([\d.e-]+)/.exec(text)?.[1]
    await until(() => ledger.ends().length === 2)
    const end = ledger.ends()[1]
    expect(Number(cost) * 500_000).toBeCloseTo(Number(end?.kind === 'settle' ? end.amount : -1n))
  })
})

describe('the bytes', () => {
  it('go upstream as they came, with only what must change changed', async () => {
    const bodies: string[] = []
    const heads: unknown[] = []
    const baseUrl = await upstream((request, response) => {
      heads.push(request.headers)
      request.setEncoding('utf8')
      let body = ''
      request.on('data', (chunk: string) => (body += chunk))
      request.on('end', () => {
        bodies.push(body)
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end('{"choices":[{"index":0,"message":{"content":"hi"}}],"usage":null}')
      })
    })
    const mapping = new Map([['sandbox/chat', { forwarded: 'real-model', priceRequested: true }]])
    const own = await start({ channels: [channel({ ...http, baseUrl: `${baseUrl}/v1`, mapping })] })
    const body =
      '{ "model": "sandbox/chat",\n "seed": 12345678901234567890, "messages":[{"role":"user","content":"\\u4f60\\n"}] }'
    const response = await fetch(`${own.url}/v1/chat/completions?key=sk-test-0123456789`, {
      method: 'POST',
      headers: {
        cookie: 'session=1',
        'x-forwarded-for': '1.2.3.4',
        'content-type': 'application/json',
      },
      body,
    })
    expect(response.status).toBe(200)
    expect(bodies).toEqual([body.replace('"sandbox/chat"', '"real-model"')])
    expect(heads[0]).toMatchObject({ authorization: 'Bearer sk-upstream-secret' })
    expect(heads[0]).not.toHaveProperty('cookie')
    expect(heads[0]).not.toHaveProperty('x-forwarded-for')
    await until(() => own.ledger.ends().length === 1)
  })

  it('come back as they were, whatever the line ends', async () => {
    const sent = `: comment\r\n\r\n${frame({ role: 'assistant', content: '' }).replaceAll('\n', '\r\n')}event: x\r\n${frame({ content: '好🙂' }, 'stop').replaceAll('\n', '\r\n')}data: [DONE]\r\n\r\n`
    const baseUrl = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const bytes = Buffer.from(sent)
      let at = 0
      const next = (): void => {
        if (at >= bytes.length) return void response.end()
        response.write(bytes.subarray(at, at + 7))
        at += 7
        setImmediate(next)
      }
      next()
    })
    const own = await start({ channels: [channel({ ...http, baseUrl })] })
    expect(await (await ask(own, { stream: true })).text()).toBe(sent)
    await until(() => own.ledger.ends().length === 1)
  })
})

describe('keep-alive', () => {
  it('comes in silence, commits the status and still lets another channel answer', async () => {
    const { attempts, ledger, ...own } = await start({
      channels: [faulty('slow-first-byte'), channel()],
      settings: { FirstByteTimeout: 2, StreamKeepAlive: 1 },
    })
    const text = await (await ask(own, { stream: true })).text()
    expect(text.startsWith(': keep-alive\n\n')).toBe(true)
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    await until(() => ledger.ends().length === 1)
    expect(attempts).toHaveLength(2)
  })

  it('is followed by an error event when nobody answers', async () => {
    const { ledger, ...own } = await start({
      channels: [faulty('slow-first-byte')],
      settings: { FirstByteTimeout: 2, StreamKeepAlive: 1 },
    })
    const response = await ask(own, { stream: true })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('data: {"error":{')
    await until(() => ledger.ends().length === 1)
    expect(ledger.ends()[0]).toMatchObject({ kind: 'void' })
  })
})

describe('an upstream that answers whole where a stream was asked for', () => {
  it('is no answer', async () => {
    const baseUrl = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}')
    })
    const own = await start({ channels: [channel({ ...http, baseUrl }), channel()] })
    const text = await (await ask(own, { stream: true })).text()
    expect(text.startsWith('data: ')).toBe(true)
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  })
})

describe('a long answer', () => {
  it('passes, its usage is found, and a cut one is seen to be cut', async () => {
    const long = 'x'.repeat(6 * 1024 * 1024)
    const body = `{"padding":"${long}","choices":[{"message":{"content":"hi"}}],"usage":{"prompt_tokens":5,"completion_tokens":7}}`
    let cut = false
    const baseUrl = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      if (cut) response.write(body.slice(0, -100), () => setTimeout(() => response.destroy(), 50))
      else response.end(body)
    })
    const own = await start({ channels: [channel({ ...http, baseUrl })] })
    expect(await (await ask(own)).text()).toBe(body)
    await until(() => own.ledger.ends().length === 1)
    expect(own.ledger.ends()[0]).toMatchObject({ amount: 12n, usage: { usage_source: 'reported' } })
    cut = true
    const broken = await ask(own)
    expect(broken.status).toBe(503)
    await until(() => own.ledger.ends().length === 2)
    expect(own.ledger.ends()[1]).toMatchObject({ kind: 'void' })
  })
})
