import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
})
afterAll(() => stand[Symbol.asyncDispose]())

const limit = (seconds: number) => stand.set('ChannelDisableThreshold', seconds)

beforeEach(async () => {
  await limit(0)
  await stand.set('AutomaticDisableChannelEnabled', 'true')
  await stand.set('AutomaticEnableChannelEnabled', 'true')
  dead = false
  slowMs = 0
})

let dead = false
let slowMs = 0
let made = 0

/** A channel of its own with as many keys. */
async function channel(keys = 1) {
  made += 1
  const name = `judged-${made}`
  stand.upstream.on(`mock/${name}`, async (call) => {
    await new Promise((resolve) => setTimeout(resolve, slowMs))
    if (dead) call.json(401, { error: { message: 'the key was revoked' } })
    else call.json(200, chatAnswer('hi', usageOf(1, 1)))
  })
  const { id } = await stand.root.client.createChannel({
    body: {
      type: 8,
      name,
      group: ['default'],
      models: [`mock/${name}`],
      key: Array.from({ length: keys }, (_, place) => `sk-${name}-${place}-0123456789`).join('\n'),
      base_url: `${stand.upstream.url}/${name}`,
    },
  })
  return {
    id,
    judge: () => stand.root.client.testChannel({ params: { id }, query: { judge: true } }),
    status: async () => (await stand.root.client.getChannel({ params: { id } })).status,
    put: (status: 1 | 2) =>
      stand.root.client.changeChannels({ body: { select: { ids: [id] }, change: { status } } }),
  }
}

test('a channel above the limit is disabled, and enabled again when it is fast', async () => {
  const one = await channel()
  slowMs = 1_100
  expect(await one.judge()).toMatchObject({ failure: '', outcome: 'none' })
  await limit(1)
  expect(await one.judge()).toMatchObject({ failure: '', outcome: 'too-slow' })
  expect(await one.status()).toBe(3)
  expect((await one.judge()).outcome).toBe('none')
  slowMs = 0
  await stand.set('AutomaticEnableChannelEnabled', 'false')
  expect((await one.judge()).outcome).toBe('none')
  await stand.set('AutomaticEnableChannelEnabled', 'true')
  expect((await one.judge()).outcome).toBe('enabled')
  expect(await one.status()).toBe(1)
})

test('a channel whose only key is refused is disabled, and comes back with its key', async () => {
  const one = await channel()
  dead = true
  await stand.set('AutomaticDisableChannelEnabled', 'false')
  expect(await one.judge()).toMatchObject({ status: 401, outcome: 'none' })
  await stand.set('AutomaticDisableChannelEnabled', 'true')
  const failed = await one.judge()
  expect(failed).toMatchObject({ outcome: 'failed' })
  expect(failed.failure).toContain('the key was revoked')
  expect(await one.status()).toBe(3)
  dead = false
  expect((await one.judge()).outcome).toBe('enabled')
  const { db } = stand.product.server.stores
  const keys = await db
    .selectFrom('channel_keys')
    .where('channel_id', '=', BigInt(one.id))
    .select('status')
    .execute()
  expect(keys).toEqual([{ status: 1n }])
})

test('a channel with another key loses only the one that was refused', async () => {
  const one = await channel(2)
  dead = true
  expect((await one.judge()).outcome).toBe('key-failed')
  expect(await one.status()).toBe(1)
  expect((await one.judge()).outcome).toBe('failed')
})

test('what an administrator disabled stays disabled, before the test and while it runs', async () => {
  const one = await channel()
  await one.put(2)
  expect(await one.judge()).toMatchObject({ failure: '', outcome: 'none' })
  expect(await one.status()).toBe(2)
  const other = await channel()
  dead = true
  await other.judge()
  dead = false
  slowMs = 300
  const calls = () => stand.upstream.of(`mock/judged-${made}`).length
  const before = calls()
  const running = other.judge()
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(before))
  await other.put(2)
  expect((await running).outcome).toBe('none')
  expect(await other.status()).toBe(2)
})

test('a test without the flag changes no status', async () => {
  const one = await channel()
  slowMs = 1_100
  await limit(1)
  await stand.root.client.testChannel({ params: { id: one.id }, query: {} })
  expect(await one.status()).toBe(1)
})

test('what was disabled needs attention until an administrator has seen or changed it', async () => {
  const { client } = stand.root
  const attention = async () => ({
    listed: (await client.listChannels({ query: { attention: 1 } })).data.map(({ id }) => id),
    counted: (await client.getStationToday({ query: {} })).attention,
  })
  const before = await attention()
  const [seen, changed] = [await channel(), await channel(2)]
  dead = true
  await seen.judge()
  await changed.judge()
  const { data } = await client.listChannels({ query: { attention: 1 } })
  expect(data.find(({ id }) => id === seen.id)?.attention).toMatchObject({
    reason: 'authentication',
  })
  const during = await attention()
  expect(during.counted).toBe(before.counted + 2)
  expect(during.listed).toEqual(expect.arrayContaining([seen.id, changed.id]))
  await client.seeChannel({ params: { id: seen.id } })
  await changed.put(2)
  expect(await attention()).toEqual(before)
  expect(await seen.status()).toBe(3)
})

test('calls leave the last success and the last failure with its masked message', async () => {
  const one = await channel()
  const customer = await stand.customer()
  const model = `mock/judged-${made}`
  const health = async () => stand.root.client.getChannel({ params: { id: one.id } })
  expect(await health()).toMatchObject({ last_success: 0, last_failure: null })
  expect((await stand.ask(customer, chatOf(model, 'hello'))).status).toBe(200)
  await vi.waitFor(async () => expect((await health()).last_success).toBeGreaterThan(0))
  stand.upstream.on(model, (call) =>
    call.json(500, { error: { message: `flooded, says ${call.headers.authorization}` } }),
  )
  await stand.ask(customer, chatOf(model, 'hello again'))
  await vi.waitFor(async () => expect((await health()).last_failure).not.toBeNull())
  const { last_failure: failure } = await health()
  expect(failure).toMatchObject({ failure: 'overloaded' })
  expect(failure?.message).toContain('flooded')
  expect(failure?.message).not.toContain('0123456789')
})
