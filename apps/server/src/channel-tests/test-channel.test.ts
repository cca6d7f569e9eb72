import { inLanguage } from '@posthouse/contract/phrases'
import { describe, expect, it } from 'vitest'
import { channel } from '../gateway/tests/rig/gateway-rig.ts'
import { listModels } from '../upstream/list-models.ts'
import { sandboxTransport } from '../upstream/transport/sandbox-transport.ts'
import { type ProbeParts, testChannel } from './test-channel.ts'
import type { Transport, UpstreamRequest } from '../upstream/transport/transport.ts'

type Answer = {
  readonly text: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A supplier that says this to every request, or the second to the second. */
function saying(
  first: Answer,
  second = first,
): {
  readonly parts: ProbeParts
  readonly asked: UpstreamRequest[]
} {
  const asked: UpstreamRequest[] = []
  const transport: Transport = {
    open: (request) => {
      asked.push(request)
      const { text, status = 200, headers = {} } = asked.length > 1 ? second : first
      const reply = {
        status,
        headers,
        body: {
          read: (sink: { data(chunk: Buffer): void; end(): void }) => {
            sink.data(Buffer.from(text))
            sink.end()
          },
          pause: () => {},
          resume: () => {},
        },
      }
      return { reply: Promise.resolve(reply), sent: true, abort: () => {} }
    },
    close: () => Promise.resolve(),
  }
  const parts = {
    transports: { http: transport, sandbox: transport },
    clock: { now: () => 0, monotonic: () => 0 },
    privateAllowed: true,
  }
  return { parts, asked }
}

const own = channel({ type: 8, baseUrl: 'https://own.example/v1' })
const said = (result: Awaited<ReturnType<typeof testChannel | typeof listModels>>) =>
  result.ok ? 'ok' : inLanguage(result.message, 'zh')

describe('what answers with a success and is no API', () => {
  it.each([
    ['a page', { text: '<p>hi', headers: { 'content-type': 'text/html' } }, '上游返回了网页'],
    ['a page by its look', { text: '\n<!DOCTYPE html><p>hi' }, '上游返回了网页'],
    ['nothing', { text: ' ' }, '上游返回了空的回答'],
    ['words', { text: 'It works!' }, '上游返回的不是有效的 JSON'],
  ] as const)('is told as what it is: %s', async (_, answer, text) => {
    expect(said(await testChannel(own, 'm', saying(answer).parts))).toBe(text)
    expect(said(await listModels(own, saying(answer).parts))).toBe(text)
  })

  it('is no test that passed', async () => {
    const answer = { text: '{"status":"up"}' }
    expect(said(await testChannel(own, 'm', saying(answer).parts))).toBe('返回的不是对话补全')
  })
})

describe('a server that only streams', () => {
  const frames = ['He', 'y'].map(
    (content) => `data: {"id":"x","choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`,
  )
  const end = 'data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
  const stream = `${frames.join('')}${end}data: [DONE]\n\n`
  const refusal = '{"error":{"message":"stream must be true"}}'

  it.each([
    ['refuses', 400, refusal],
    ['streams all the same', 200, stream],
  ])('passes the test, which says so: it %s', async (_, status, text) => {
    const { parts, asked } = saying({ text, status }, { text: stream })
    const result = await testChannel(own, 'm', parts)
    expect(result).toMatchObject({ ok: true, status: 200, text: 'Hey', onlyStreams: true })
    const bodies = asked.map(({ body }) => JSON.parse(Buffer.from(body ?? []).toString('utf8')))
    expect(bodies.map((body) => body.stream)).toEqual([undefined, true])
  })

  it('is told its first refusal when it refuses a stream, too', async () => {
    const { parts } = saying({ text: refusal, status: 400 }, { text: '{"error":{}}', status: 400 })
    expect(await testChannel(own, 'm', parts)).toMatchObject({ ok: false, status: 400 })
  })

  it.each([401, 404, 429, 500])('is not asked twice after a %d', async (status) => {
    const { parts, asked } = saying({ text: refusal, status })
    expect(await testChannel(own, 'm', parts)).toMatchObject({ ok: false, status })
    expect(asked).toHaveLength(1)
  })

  it('says nothing of one that answers as a whole', async () => {
    const message = { role: 'assistant', content: 'Hey' }
    const text = JSON.stringify({
      id: 'x',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    })
    const result = await testChannel(own, 'm', saying({ text }).parts)
    expect(result).toMatchObject({ ok: true, text: 'Hey', onlyStreams: false })
  })
})

it('keeps nobody before a page waiting for a supplier that says nothing', async () => {
  const { parts, asked } = saying({ text: '{}' })
  await testChannel(own, 'm', parts)
  await listModels(own, parts)
  expect(asked.map(({ timeouts }) => timeouts)).toEqual([
    { headersMs: 15_000, idleMs: 15_000 },
    { headersMs: 15_000, idleMs: 15_000 },
  ])
})

describe('a supplier that repeats what it was sent', () => {
  const secrets = {
    key: 'a-key-without-a-known-look',
    tenant: 'a-secret-header',
    parameter: 'a-secret-parameter',
    proxy: 'a-proxy-password',
  }
  const echoed = Object.values(secrets).join(' ')
  const trusting = channel({
    type: 8,
    baseUrl: 'https://own.example/v1',
    keys: [{ id: 1n, secret: secrets.key, enabled: true }],
    headers: { 'x-tenant': secrets.tenant },
    bodyParameters: { api_key: secrets.parameter },
    proxy: `http://name:${secrets.proxy}@proxy.example`,
  })

  it('is shown without the secrets of its channel, and otherwise as it is', async () => {
    const content = `own.example says ${echoed}`
    const text = JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] })
    expect(await testChannel(trusting, 'm', saying({ text }).parts)).toMatchObject({
      ok: true,
      text: 'own.example says [masked] [masked] [masked] [masked]',
    })
  })

  it('shows no part of a secret that is cut', async () => {
    const content = 'x'.repeat(190) + secrets.key
    const text = JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] })
    const result = await testChannel(trusting, 'm', saying({ text }).parts)
    expect(result).toMatchObject({ ok: true, text: expect.not.stringContaining('a-key') })
  })

  it('has them in no name of a model', async () => {
    const ids = ['a-model-with-a-name-that-is-longer-than-any-id', `for ${secrets.key}`]
    const text = JSON.stringify({ object: 'list', data: ids.map((id) => ({ id })) })
    expect(await listModels(trusting, saying({ text }).parts)).toEqual({
      ok: true,
      models: ['a-model-with-a-name-that-is-longer-than-any-id', 'for [masked]'],
    })
  })
})

it('says what the sandbox serves: its key opens nothing and is no secret', async () => {
  const sandbox = channel({
    baseUrl: 'sandbox://local',
    keys: [{ id: 1n, secret: 'sandbox', enabled: true }],
  })
  const transport = sandboxTransport()
  const parts = {
    ...saying({ text: '' }).parts,
    transports: { http: transport, sandbox: transport },
  }
  expect(said(await testChannel(sandbox, 'local-model', parts))).toBe(
    'The sandbox serves sandbox/* only, not local-model',
  )
})
