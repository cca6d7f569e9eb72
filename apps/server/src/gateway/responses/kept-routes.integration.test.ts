import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  channel,
  gatewayRig,
  type Rig,
  type RigOptions,
  testKey,
  until,
} from '../tests/rig/gateway-rig.ts'
import { caller } from './testing/caller.ts'

/* Who gets to what is kept, and what runs on while nobody waits is held to the limits of its token. */

let base: TestDatabase
let rig: Rig
beforeAll(async () => {
  base = await testDatabase()
  const now = BigInt(Date.now())
  await base.database.kysely
    .insertInto('ledger_incarnations')
    .values({ id: 'test', started_at: now, heartbeat_at: now, ended_at: null })
    .execute()
})
afterAll(() => base.close())
afterEach(async () => {
  expect(rig.errors).toEqual([])
  await until(() => rig.ledger.pending === 0)
  await rig.close()
})

async function start(options: Partial<RigOptions> = {}): Promise<ReturnType<typeof caller>> {
  rig = await gatewayRig({ channels: [channel()], db: base.database.kysely, ...options })
  return caller(rig, testKey)
}

const routes = (id: string): readonly (readonly [string, string])[] => [
  ['GET', `/responses/${id}`],
  ['DELETE', `/responses/${id}`],
  ['POST', `/responses/${id}/cancel`],
  ['GET', `/responses/${id}/input_items`],
  ['GET', `/conversations/${id}`],
  ['POST', `/conversations/${id}`],
  ['DELETE', `/conversations/${id}`],
  ['GET', `/conversations/${id}/items`],
  ['POST', `/conversations/${id}/items`],
  ['GET', `/conversations/${id}/items/${id}`],
  ['DELETE', `/conversations/${id}/items/${id}`],
]

const statuses = (id: string, headers: Record<string, string>): Promise<number[]> =>
  Promise.all(
    routes(id).map(async ([method, path]) => {
      const body = method === 'POST' ? { body: '{}' } : {}
      const response = await rig.fetch(`/v1${path}`, { method, headers, ...body })
      await response.text()
      return response.status
    }),
  )

it.each(['%2e%2e%2fusers', 'a%2fb', '%00', '%', "'%20or%201=1--", 'r'.repeat(5_000), '驿站'])(
  'knows nothing by the id %#',
  async (id) => {
    await start()
    const found = await statuses(id, { authorization: `Bearer ${testKey}` })
    expect(new Set(found)).toEqual(new Set([404]))
  },
)

it('opens nothing to the console’s cookie alone, which pages of others may send', async () => {
  const ask = await start()
  const { id } = await ask.create({ input: 'x' })
  expect(new Set(await statuses(id, { cookie: 'session=good' }))).toEqual(new Set([401]))
  const preflight = await rig.fetch(`/v1/responses/${id}`, { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-allow-headers')).not.toContain('x-posthouse-origin')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  expect((await ask.get(`/responses/${id}`)).status).toBe(200)
})

it.each<[string, Partial<RigOptions>, number]>([
  ['an expired token', { token: { expiresAt: 1 } }, 401],
  ['a token that is off', { token: { enabled: false } }, 401],
  ['a token of another address', { limits: { addresses: ['10.0.0.1'] } }, 403],
  ['a user who is off', { owner: { enabled: false } }, 403],
])('opens nothing to %s', async (_name, options, status) => {
  await start(options)
  const found = await statuses('resp_1', { authorization: `Bearer ${testKey}` })
  expect(new Set(found)).toEqual(new Set([status]))
})

const slowly = '[[sandbox: words=2000 speed=20]]'

it('counts a run among what a token may do at once', async () => {
  const ask = await start({ limits: { concurrency: 1 } })
  const { id } = await ask.create({ input: slowly, background: true })
  expect(await ask.post('/responses', { input: 'x', background: true })).toMatchObject({
    status: 429,
  })
  rig.gateway.cut()
  await until(() => rig.gateway.openStreams() === 0)
  expect((await ask.get(`/responses/${id}`)).fields).toMatchObject({ status: 'failed' })
})

it('makes no more than the wallet pays, and says so', async () => {
  const ask = await start({ balance: 600n, settings: { HoldSliceTokens: 100 } })
  const run = { input: '[[sandbox: words=3000 speed=4000]]', background: true }
  const { id } = await ask.create(run)
  await until(() => rig.gateway.openStreams() === 0, 15_000)
  const { fields } = await ask.get(`/responses/${id}`)
  expect(fields).toMatchObject({ status: 'failed', output: [] })
  expect(rig.ledger.ends()[0]).toMatchObject({ usage: { outcome: 'quota-ran-out' } })
  expect(rig.ledger.balanceOf('wallet:1')).toBeLessThan(150n)
})
