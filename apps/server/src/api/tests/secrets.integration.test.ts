import { api, type CallName } from '@posthouse/contract/api'
import { addressOf } from '@posthouse/contract/client'
import type { Endpoint } from '@posthouse/contract/endpoint'
import { mockChannels, openStand, type Stand } from '@posthouse/testkit/stand'
import type { MockCall } from '@posthouse/testkit/mock-upstream'
import { type Browser, rootPassword } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * No body and no header of an answer holds a stored secret: every call of the contract by everybody
 * who may make it, and every way in which the gateway tells what an upstream said. A new call is in
 * here without a line.
 */

let stand: Stand
let guarded: { id: number }
let own: { id: number; key: string }
let request = ''
const secrets = new Map<string, string>()
const browsers = new Map<string, Browser>()

const stored = {
  key: 'canary-plain-key-0123456789',
  composite: 'CANARYACCESS01|canarySecretPart02|canary-region-03',
  proxy: 'http://proxy-user:canary-proxy-04@127.0.0.1:9',
  model_headers: JSON.stringify({
    'x-tenant': 'canary-tenant-05',
    'x-signed': 'Bearer canary-bearer-06',
  }),
  custom_parameter: JSON.stringify({
    api_key: 'canary-parameter-07',
    deep: { list: [{ client_secret: 'canary-nested-08' }] },
  }),
  plugin: JSON.stringify({ auth: { value: 'canary-plugin-09' } }),
}

const gatewayKey = 'canary-gateway-key-10'

beforeAll(async () => {
  stand = await openStand()
  const { root, product } = stand
  guarded = await root.client.createChannel({
    body: {
      ...stored,
      type: 8,
      name: 'guarded',
      group: ['default'],
      models: ['mock/*'],
      key: `${stored.key}\n${stored.composite}`,
      base_url: `${stand.upstream.url}/guarded`,
      test_model: 'mock/echo',
      priority: 90,
      proxy: '',
    },
  })
  await root.client.createChannel({
    body: {
      ...stored,
      type: 8,
      name: 'proxied',
      group: ['default'],
      models: ['other'],
      base_url: 'http://127.0.0.1:9',
      status: 2,
    },
  })
  await root.client.createPaymentGateway({
    body: {
      type: 'epay',
      name: 'guarded',
      icon: 'card',
      currency: 'CNY',
      config: { pay_domain: 'http://127.0.0.1:9', partner_id: '1', key: gatewayKey },
    },
  })
  secrets.set('key of the payment gateway', gatewayKey)
  await stand.set('RetryCooldownSeconds', 0)
  const customer = await stand.customer()
  own = { id: customer.tokenId, key: customer.key }
  browsers.set('user', customer.browser)
  browsers.set('admin', await product.user({ name: 'overseer', role: 10 }))
  browsers.set('root', root)
  await echoEverything(customer.key)
  for (const text of [stored.key, ...stored.composite.split('|').slice(0, 2)])
    secrets.set(text, text)
  for (const [, text = ''] of JSON.stringify(stored).matchAll(/(canary-[a-z]+-\d\d)/g)) {
    if (text !== 'canary-region-03') secrets.set(text, text)
  }
  for (const name of mockChannels)
    secrets.set(`key of ${name}`, `sk-upstream-${name}-canary-0123456789`)
  await rememberTables()
  expect(secrets.size).toBeGreaterThan(30)
})
afterAll(() => stand[Symbol.asyncDispose]())

/** What only the database knows: hashes, sealed texts, fingerprints, and the cookies of all browsers. */
async function rememberTables(): Promise<void> {
  const { db } = stand.product.server.stores
  for (const row of await db.selectFrom('users').selectAll().execute())
    secrets.set(`hash of ${row.username}`, row.password)
  for (const row of await db.selectFrom('sessions').selectAll().execute())
    secrets.set(`session ${row.user_id}`, row.id)
  for (const row of await db.selectFrom('tokens').selectAll().execute()) {
    secrets.set(`hash of token ${row.id}`, row.key_hash)
    if (row.key_sealed !== '') secrets.set(`sealed token ${row.id}`, row.key_sealed)
  }
  for (const row of await db.selectFrom('channel_keys').selectAll().execute()) {
    secrets.set(`sealed key ${row.id}`, row.key_sealed)
    secrets.set(`fingerprint ${row.id}`, row.fingerprint)
  }
  for (const [who, browser] of browsers)
    secrets.set(`cookie of ${who}`, browser.cookie().split('=')[1] ?? '')
  secrets.set('token of the customer', own.key)
}

/** A secret as it may stand in a text: as it is, or in base64 at any place of a longer text. */
function* forms(secret: string): Generator<string> {
  yield secret
  for (let before = 0; before < 3; before++) {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    // The letters at both ends mix with what stands around.
    const text = bytes
      .toString('base64')
      .replace(/=+$/, '')
      .slice(before === 0 ? 0 : 4, -4)
    yield text
    yield text.replaceAll('+', '-').replaceAll('/', '_')
  }
}

function leaksIn(text: string, allowed: readonly string[] = []): string[] {
  return [...secrets]
    .filter(([, secret]) => !allowed.includes(secret))
    .filter(([, secret]) => [...forms(secret)].some((form) => text.includes(form)))
    .map(([name]) => name)
}

const textOf = async (response: Response): Promise<string> =>
  [...response.headers].map((pair) => pair.join(': ')).join('\n') + (await response.text())

/** Says back all that came, in every way in which suppliers say what went wrong. */
async function echoEverything(key: string): Promise<void> {
  stand.upstream.onAny((call) => call.json(400, { error: { message: echoOf(call) } }))
  const response = await stand.ask(
    { key },
    { model: 'mock/echo', messages: [{ role: 'user', content: 'hi' }] },
  )
  request = response.headers.get('x-request-id') ?? ''
  await response.text()
  await stand.books.charge(request)
}

function echoOf(call: MockCall): string {
  const words = [
    ...Object.values(call.headers),
    ...Object.keys(call.body),
    JSON.stringify(call.body),
  ]
  const bare = words.map((word) => String(word).replace(/^Bearer /, ''))
  const coded = bare.flatMap((word) => [
    Buffer.from(word).toString('base64'),
    Buffer.from(`user:${word}`).toString('base64url'),
  ])
  return [...bare, ...coded].join(' ')
}

describe('the mock does say secrets back', () => {
  test('so that a mask is what keeps them', () => {
    const [call] = stand.upstream.calls.filter(({ channel }) => channel === 'guarded')
    if (call === undefined) expect.fail('the guarded channel was not asked')
    const found = leaksIn(echoOf(call))
    expect(found).toEqual(
      expect.arrayContaining([stored.key, 'canary-tenant-05', 'canary-bearer-06']),
    )
    expect(found).toEqual(expect.arrayContaining(['canary-parameter-07', 'canary-nested-08']))
  })
})

const calls = Object.entries(api) as [CallName, Endpoint][]

/** What makes calls go further than their checks. All others are made with an empty body. */
const bodies = (): Partial<Record<CallName, object>> => {
  const probe = {
    type: 8,
    id: guarded.id,
    name: 'guarded',
    key: '',
    base_url: `${stand.upstream.url}/guarded`,
    models: ['mock/echo'],
    test_model: 'mock/echo',
    model: 'mock/echo',
    model_headers: '{"x-tenant":"••••"}',
    custom_parameter: '{"api_key":"••••"}',
  }
  return {
    probeChannel: probe,
    listUpstreamModels: probe,
    updateChannel: { id: guarded.id, tag: 'seen' },
    changeChannels: { select: { ids: [guarded.id] }, change: { tag: 'bulk' } },
    updateToken: { id: own.id, cache: true },
    changeTokens: { select: { ids: [own.id] }, change: { status: 1 } },
    updateSelf: { display_name: 'New name' },
    confirmPassword: { password: 'password of the tests' },
    setOption: { key: 'SystemName', value: 'Posthouse' },
    createChannel: {
      ...stored,
      type: 8,
      name: 'new',
      group: ['default'],
      models: ['other'],
      base_url: 'http://127.0.0.1:9',
    },
    login: { username: 'root', password: rootPassword },
    createToken: { name: 'new' },
    createPrice: { model: 'x', type: 'tokens', channel_type: 8, input: '1', output: '1' },
  }
}

/** These end what the other calls stand on: they are asked to end what is not there. */
const ending = /^(delete|rotate)/

/** Ids that fit a call: a path says whose they are. */
function paramsFor(name: CallName, { path }: Endpoint): Record<string, string | number> {
  if (ending.test(name)) return { id: 999_999, model: 'none' }
  const id = path.includes('/channel/')
    ? guarded.id
    : path.includes('/log/')
      ? request
      : path.includes('/token/')
        ? own.id
        : 1
  return { id, model: 'mock/*' }
}

describe.each(['user', 'admin', 'root'])('as %s', (who) => {
  test.each(calls)('%s', async (name, endpoint) => {
    const browser = browsers.get(who) ?? expect.fail('nobody')
    // Sessions that begin and end here are of nobody's.
    const by = /^log(in|out)$/.test(name) ? stand.product.browser() : browser
    const query = { username: 'root', q: 'guarded', size: 100 }
    const response = await by.fetch(
      addressOf(endpoint, { params: paramsFor(name, endpoint), query }),
      {
        method: endpoint.method,
        headers: { 'content-type': 'application/json' },
        ...(endpoint.body === undefined ? {} : { body: JSON.stringify(bodies()[name] ?? {}) }),
      },
    )
    // The owner's own key, asked for by the owner, is what this call is for.
    const allowed = name === 'revealToken' && who === 'user' ? [own.key] : []
    expect(leaksIn(await textOf(response), allowed)).toEqual([])
  })
})

describe('what the gateway says of an upstream', () => {
  const kinds: readonly (readonly [string, (call: MockCall) => void | Promise<void>])[] = [
    ...[400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 529].flatMap(
      (status) =>
        [
          [`${status} as its dialect has it`, (call: MockCall) => call.json(status, errorOf(call))],
          [`${status} as text`, (call: MockCall) => call.text(status, echoOf(call))],
        ] as const,
    ),
    ['200 with an error', (call) => call.json(200, errorOf(call))],
    [
      '200 that is no JSON',
      (call) => call.text(200, echoOf(call), { 'content-type': 'text/html' }),
    ],
    [
      'headers of its own',
      (call) => call.json(500, {}, { 'x-echo': stored.key, 'retry-after': stored.key }),
    ],
    [
      'an error as the first event',
      async (call) => {
        call.stream()
        await call.write(`data: ${JSON.stringify(errorOf(call))}\n\n`)
        call.end()
      },
    ],
    [
      'an error in the middle',
      async (call) => {
        call.stream()
        const piece = { choices: [{ index: 0, delta: { content: 'begun' } }] }
        await call.write(`data: ${JSON.stringify(piece)}\n\n`)
        await call.write(`data: ${JSON.stringify(errorOf(call))}\n\n`)
        call.end()
      },
    ],
  ]
  const errorOf = (call: MockCall) => ({
    error: {
      message: echoOf(call),
      type: stored.key,
      code: stored.key,
      param: String(call.headers['x-tenant']),
    },
  })

  const cases = kinds.flatMap(([kind, answer]) => [
    [kind, false, answer] as const,
    [kind, true, answer] as const,
  ])
  test.each(cases)('%s, streamed: %s', async (_, stream, answer) => {
    stand.upstream.onAny(answer)
    const response = await stand.ask(
      { key: own.key },
      { model: 'mock/quoted', stream, messages: [{ role: 'user', content: 'hi' }] },
    )
    expect(leaksIn(await textOf(response), [])).toEqual([])
    const id = response.headers.get('x-request-id') ?? ''
    await stand.books.charge(id)
    for (const path of [
      `/api/log/${id}`,
      `/api/log/${id}/cost`,
      '/api/log/?size=5',
      '/api/channel/',
    ]) {
      expect(leaksIn(await textOf(await stand.root.fetch(path)))).toEqual([])
    }
    await stand.product.server.stores.db.updateTable('channels').set({ status: 1n }).execute()
  })
})
