import { inLanguage } from '@posthouse/contract/phrases'
import { describe, expect, it } from 'vitest'
import { channel } from '../gateway/tests/rig/gateway-rig.ts'
import { listModels } from './list-models.ts'
import { sandboxTransport } from './transport/sandbox-transport.ts'
import { type ProbeParts, testChannel } from './test-channel.ts'
import type { Transport, UpstreamRequest } from './transport/transport.ts'

type Answer = {
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A supplier that says this to every request. */
function saying({ text, headers = {} }: Answer): {
  readonly parts: ProbeParts
  readonly asked: UpstreamRequest[]
} {
  const asked: UpstreamRequest[] = []
  const transport: Transport = {
    open: (request) => {
      asked.push(request)
      const reply = {
        status: 200,
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
