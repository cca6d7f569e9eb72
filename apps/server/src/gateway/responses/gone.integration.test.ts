import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { testDatabase } from '@posthouse/testkit/database'
import { beforeEach, expect, test, vi } from 'vitest'
import { channel, type Rig, testKey, until } from '../tests/rig/gateway-rig.ts'
import type { Incoming } from '../../http/incoming.ts'
import { caller } from './testing/caller.ts'
import { keptRigs } from './testing/kept-rigs.ts'

/* Clients that are gone, or take nothing, hold nothing up: not their memory, not their place, not the end of the process. */

const { db, stand } = keptRigs(testDatabase)
beforeEach(async () => {
  const now = BigInt(Date.now())
  await db()
    .insertInto('ledger_incarnations')
    .values({ id: 'test', started_at: now, heartbeat_at: now, ended_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ heartbeat_at: now }))
    .execute()
})

const start = (): Promise<Rig> => stand({ channels: [channel()], limits: { concurrency: 1 } })

const endless = '[[sandbox: words=2000 speed=20]]'
const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
const followed = (input: string, more: object = {}): string =>
  JSON.stringify({ model: 'sandbox/chat', input, background: true, stream: true, ...more })

/** More than a socket and its buffers take. */
const long = 'so it goes, '.repeat(600_000)

/** Nothing is left of it: the same token is served at once. */
async function expectFree(rig: Rig): Promise<void> {
  await until(() => rig.gateway.openStreams() === 0 && rig.parts.memory.held() === 0)
  expect((await caller(rig, testKey).create({ input: 'hello' })).status).toBe(200)
  await rig.gateway.drain()
}

test.each(['before its answer begins', 'while it is begun'])(
  'a background stream whose client leaves %s ends',
  async (when) => {
    const rig = await start()
    const handled = vi.spyOn(rig.gateway, 'handle')
    const asked = request(`${rig.url}/v1/responses`, { method: 'POST', headers })
    asked.on('error', () => {})
    const leave = async (): Promise<void> => {
      const [[{ response }]] = handled.mock.calls as [[Incoming]]
      asked.destroy()
      if (!response.closed) await once(response, 'close')
    }
    const responses = { ...rig.parts.responses }
    rig.parts.responses.keep = async (...args) => {
      if (when === 'before its answer begins') await leave()
      await responses.keep(...args)
    }
    const runs = { ...rig.parts.runs }
    rig.parts.runs.begin = async (...args) => {
      const writer = await runs.begin(...args)
      if (when === 'while it is begun') await leave()
      return writer
    }
    asked.end(followed(endless))
    await until(() => rig.ledger.ends().length === 1)
    await expectFree(rig)
  },
)

test.each(['/v1/conversations', '/v1/chat/completions', '/v1/messages/count_tokens'])(
  'who leaves in the middle of a body is no bug: %s',
  async (path) => {
    const rig = await start()
    const asked = request(`${rig.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-length': 100 },
    })
    asked.on('error', () => {})
    asked.write('{"mod')
    await until(() => rig.gateway.openStreams() === 1)
    asked.destroy()
    await until(() => rig.gateway.openStreams() === 0)
    expect(rig.errors).toEqual([])
  },
)

/** Asks, and reads nothing but the head. */
async function unread(rig: Rig, method: string, path: string, body = ''): Promise<() => void> {
  const asked = request(`${rig.url}${path}`, { method, headers }).on('error', () => {})
  asked.end(body)
  const [{ statusCode }] = (await once(asked, 'response')) as [IncomingMessage]
  expect(statusCode).toBe(200)
  return () => asked.destroy()
}

test('who follows and takes nothing does not hold up the end of the process', async () => {
  const rig = await start()
  const leave = await unread(
    rig,
    'POST',
    '/v1/responses',
    followed(endless, { instructions: long }),
  )
  const drained = rig.gateway.drain()
  rig.gateway.stop()
  await until(() => rig.ledger.ends().length === 1)
  rig.gateway.cut()
  await drained
  leave()
})

test('who follows from elsewhere is told that the process ends, though it takes nothing', async () => {
  const [rig, other] = [await start(), await start()]
  const leave = await unread(
    rig,
    'POST',
    '/v1/responses',
    followed(endless, { instructions: long }),
  )
  const { id } = await db()
    .selectFrom('responses')
    .select('id')
    .where('under_way', '=', 1n)
    .executeTakeFirstOrThrow()
  const leaveOther = await unread(other, 'GET', `/v1/responses/${id}?stream=true`)
  const drained = other.gateway.drain()
  other.gateway.stop()
  await drained
  for (const one of [leave, leaveOther]) one()
  rig.gateway.cut()
  await until(() => rig.ledger.ends().length === 1)
})
