import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import {
  ask,
  askOnly,
  channel,
  listening,
  type Rig,
  type RigOptions,
  testKey,
} from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'

const stand = rigs()
const start = (options: Partial<RigOptions> = {}): Promise<Rig> =>
  stand({ channels: [channel()], ...options })
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A gateway before an upstream that answers with a failure. */
async function failing(
  status: number,
  headers: Record<string, string>,
  { body = {}, ...own }: { readonly body?: unknown } & Parameters<typeof channel>[0] = {},
): Promise<Rig> {
  const server = createServer((_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
  })
  servers.push(server)
  const baseUrl = `http://127.0.0.1:${(await listening(server)).port}`
  const settings = { PrivateBaseUrlsAllowed: true }
  return start({ channels: [channel({ type: 8, baseUrl, ...own })], settings })
}

const toldBy = ({ status, headers }: Response): readonly unknown[] => [
  status,
  ...['x-should-retry', 'retry-after', 'retry-after-ms'].map((name) => headers.get(name)),
]

describe('a refusal of ours', () => {
  it.each([
    ['an empty wallet', 402, { balance: 0n }, {}],
    ['a wrong body', 400, {}, { more: { messages: [] } }],
    ['a wrong key', 401, {}, { headers: { authorization: 'Bearer sk-nobody' } }],
    ['a model of nobody', 404, { prices: [] }, { more: { model: 'nobody' } }],
    ['no price', 503, { prices: [], settings: { UnpricedModels: 'refuse' } }, {}],
  ] as const)('for %s is not cured by waiting', async (_, status, options, asked) => {
    const rig = await start(options)
    expect(toldBy(await ask(rig, asked))).toEqual([status, 'false', null, null])
  })

  it('for a limit is, once the time is over', async () => {
    const rig = await start({ requestsPerMinute: 1 })
    await ask(rig)
    const response = await ask(rig)
    const seconds = Number(response.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(toldBy(response)).toEqual([429, 'true', String(seconds), String(seconds * 1_000)])
  })

  it('for a limit of spending is not waited for by a client', async () => {
    const rig = await start({ limits: { spend: { month: 1 } } })
    const response = await ask(rig)
    const seconds = Number(response.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    // The month may just be over.
    expect(toldBy(response).slice(0, 2)).toEqual([429, String(seconds <= 60)])
  })

  it('of a server that restarts is', async () => {
    const rig = await start()
    await rig.gateway.drain()
    expect(toldBy(await ask(rig))).toEqual([503, 'true', '5', '5000'])
  })
})

describe('a failure of the upstream', () => {
  it.each([
    [429, { 'retry-after-ms': '1500' }, [429, 'true', '2', '1500']],
    [429, { 'retry-after': '7' }, [429, 'true', '7', '7000']],
    [429, { 'retry-after': '600' }, [429, 'false', '600', '600000']],
    [429, { 'retry-after': '7', 'x-should-retry': 'false' }, [429, 'false', '7', '7000']],
    [503, { 'retry-after': '3' }, [502, 'true', '3', '3000']],
    [529, {}, [502, 'true', null, null]],
    [400, {}, [400, 'false', null, null]],
    [409, {}, [409, 'true', null, null]],
    [422, { 'x-should-retry': 'true' }, [422, 'true', null, null]],
    [401, {}, [503, 'false', null, null]],
  ])('%d with %o', async (status, headers, told) => {
    const { url } = await failing(status, headers)
    expect(toldBy(await askOnly({ url }))).toEqual(told)
  })

  const perMinute = {
    code: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    status: 'RESOURCE_EXHAUSTED',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'a' }] },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '48s' },
    ],
  }
  it.each([
    ['its own dialect', { error: perMinute }, { plugin: { dialects: ['gemini'] } }],
    ['Google’s layer for OpenAI’s clients', [{ error: perMinute }], {}],
  ])('keeps the wait for a quota of the minute, in %s', async (_, body, own) => {
    const { url } = await failing(429, {}, { body, ...own })
    expect(toldBy(await askOnly({ url }))).toEqual([429, 'true', '48', '48000'])
  })

  it('knows an empty account by its code, whatever is said of a quota', async () => {
    const empty = { message: 'You exceeded your current quota', code: 'insufficient_quota' }
    const { url } = await failing(429, {}, { body: { error: empty } })
    expect(toldBy(await askOnly({ url }))).toEqual([503, 'false', null, null])
  })

  it.each([
    [529, { body: {} }],
    [
      200,
      {
        body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
        plugin: { dialects: ['anthropic-messages'] },
      },
    ],
  ])(
    'tells clients of Messages of too much to do as its vendor does: %d',
    async (status, answer) => {
      const { url } = await failing(status, {}, answer)
      const asked = { path: '/v1/messages', more: { max_tokens: 9 } }
      const response = await askOnly({ url }, asked)
      expect(response.status).toBe(529)
      expect(await response.json()).toMatchObject({ error: { type: 'overloaded_error' } })
      expect((await askOnly({ url })).status).toBe(502)
    },
  )

  it('tells Gemini’s clients in the body, too, and hears Gemini say it there', async () => {
    const own = channel({
      plugin: { dialects: ['gemini'], sandbox: { fault: '429', 'retry-after': 1 } },
    })
    const rig = await start({ channels: [own] })
    const response = await globalThis.fetch(
      `${rig.url}/v1beta/models/sandbox%2Fchat:generateContent`,
      {
        method: 'POST',
        headers: { 'x-goog-api-key': testKey, 'content-type': 'application/json' },
        body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }),
      },
    )
    expect(toldBy(response)).toEqual([429, 'true', '1', '1000'])
    expect(await response.json()).toMatchObject({
      error: {
        status: 'RESOURCE_EXHAUSTED',
        details: [{}, { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }],
      },
    })
  })
})
