import { inLanguage } from '@posthouse/contract/phrases'
import { describe, expect, it } from 'vitest'
import { channel } from '../gateway/tests/rig/gateway-rig.ts'
import { listModels } from './list-models.ts'
import { type ProbeParts, testChannel } from './test-channel.ts'
import type { Transport, UpstreamRequest } from './transport.ts'

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
