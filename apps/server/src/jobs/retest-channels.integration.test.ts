import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createHealth } from '../domain/channels/health.ts'
import { systemClock } from '../lib/clock.ts'
import { createCurrentSnapshot } from '../domain/snapshot/current-snapshot.ts'
import { sandboxTransport } from '../upstream/transport/sandbox-transport.ts'
import { undiciTransport } from '../upstream/transport/undici-transport.ts'
import { retestChannels, type RetestParts, retestWhenDue } from './retest-channels.ts'

let stand: Stand
let customer: Customer
let parts: RetestParts
const http = undiciTransport()
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer()
  await stand.set('AutomaticDisableChannelEnabled', 'true')
  await stand.set('RetryTimes', 0)
  const { stores } = stand.product.server
  parts = {
    ...stores,
    snapshot: await createCurrentSnapshot(stores, { clear: () => {} }),
    clock: systemClock,
    health: createHealth(systemClock, () => 5),
    transports: { http, sandbox: sandboxTransport() },
    dialect: stores.database.dialect,
    log: { warn: () => {} },
  }
})
afterAll(async () => {
  await stand[Symbol.asyncDispose]()
  await http.close()
})

const dead = new Set<string>()
let made = 0

/** A channel alone with its model. */
async function pool(keys: number) {
  made += 1
  const name = `pool-${made}`
  const model = `mock/${name}`
  const secrets = Array.from({ length: keys }, (_, place) => `sk-${name}-${place}-0123456789`)
  stand.upstream.on(model, (call) => {
    const key = String(call.headers.authorization).replace('Bearer ', '')
    if (dead.has(key)) call.json(401, { error: { message: 'revoked' } })
    else call.json(200, chatAnswer('hi', usageOf(1, 1)))
  })
  const { id } = await stand.root.client.createChannel({
    body: {
      type: 8,
      name,
      group: ['default'],
      models: [model],
      key: secrets.join('\n'),
      base_url: `${stand.upstream.url}/${name}`,
    },
  })
  await parts.snapshot.poll()
  const { db } = stand.product.server.stores
  const statuses = async () => {
    const rows = await db
      .selectFrom('channel_keys')
      .where('channel_id', '=', BigInt(id))
      .orderBy('position')
      .select('status')
      .execute()
    return rows.map(({ status }) => Number(status))
  }
  return { id, model, secrets, statuses, db }
}

test('five of fifteen keys die, heal, and are back without an administrator', async () => {
  const { id, model, secrets, statuses } = await pool(15)
  for (const secret of secrets.slice(0, 5)) dead.add(secret)
  await vi.waitFor(
    async () => {
      await stand.ask(customer, chatOf(model, 'hello'))
      expect((await statuses()).filter((status) => status === 3)).toHaveLength(5)
    },
    { timeout: 20_000, interval: 5 },
  )
  await retestChannels(parts)
  expect((await statuses()).filter((status) => status === 3)).toHaveLength(5)
  dead.clear()
  await retestChannels(parts)
  expect(new Set(await statuses())).toEqual(new Set([1]))
  expect((await stand.root.client.getChannel({ params: { id } })).status).toBe(1)
})

test('a key that an administrator disables while it is tried stays disabled', async () => {
  const { id, model, statuses, db } = await pool(2)
  const setStatus = (status: bigint, position: bigint) =>
    db
      .updateTable('channel_keys')
      .set({ status })
      .where('channel_id', '=', BigInt(id))
      .where('position', '=', position)
      .execute()
  await setStatus(3n, 1n)
  stand.upstream.on(model, async (call) => {
    if (String(call.headers.authorization).includes('-1-0123')) await setStatus(2n, 1n)
    call.json(200, chatAnswer('hi', usageOf(1, 1)))
  })
  await retestChannels(parts)
  expect(await statuses()).toEqual([1, 2])
})

test('an interval runs once among all nodes, and 0 never', async () => {
  const { model } = await pool(1)
  const calls = () => stand.upstream.of(model).length
  await retestWhenDue(parts)
  expect(calls()).toBe(0)
  await stand.set('ChannelTestMinutes', 5)
  await parts.snapshot.poll()
  await retestWhenDue(parts)
  await retestWhenDue({ ...parts, incarnation: 'another' })
  expect(calls()).toBe(1)
})
