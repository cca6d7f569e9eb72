import { dialectNames } from '@posthouse/llm/canonical/dialect'
import type { Fields } from '@posthouse/llm/bytes/fields'
import { testDatabase } from '@posthouse/testkit/database'
import { beforeEach, expect, test, vi } from 'vitest'
import { channel, otherKey, type Rig, testKey, until } from '../tests/rig/gateway-rig.ts'
import { caller } from './testing/caller.ts'
import { keptRigs } from './testing/kept-rigs.ts'

const { db, stand } = keptRigs(testDatabase)
let rig: Rig
beforeEach(async () => {
  const now = BigInt(Date.now())
  await db()
    .insertInto('ledger_incarnations')
    .values({ id: 'test', started_at: now, heartbeat_at: now, ended_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ heartbeat_at: now }))
    .execute()
})

async function start(speaks = 'openai-chat'): Promise<ReturnType<typeof caller>> {
  rig = await stand({ channels: [channel({ plugin: { dialects: [speaks] } })] })
  return caller(rig, testKey)
}

/** Asks until it is over. */
async function ended(ask: ReturnType<typeof caller>, id: string): Promise<Fields> {
  const deadline = performance.now() + 15_000
  for (;;) {
    const { fields } = await ask.get(`/responses/${id}`)
    if (fields['status'] !== 'in_progress') return fields
    if (performance.now() > deadline) throw new Error('it never ended')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const slowly = '[[sandbox: words=2000 speed=20]]'

test.each(dialectNames)('is made over %s while nobody waits, and gone on from', async (speaks) => {
  const ask = await start(speaks)
  const first = await ask.create({ input: `hello ${speaks}`, background: true })
  expect(first.fields).toMatchObject({ status: 'in_progress', background: true, output: [] })
  expect(first.id).toMatch(/^resp_[0-9a-f]{48}$/)
  const made = await ended(ask, first.id)
  expect(made).toMatchObject({ id: first.id, status: 'completed', background: true })
  expect(JSON.stringify(made)).not.toContain('posthouse_run')
  await until(() => rig.ledger.ends().length === 1)
  const usage = made['usage'] as Record<string, number>
  expect(rig.ledger.ends()[0]).toMatchObject({ amount: BigInt(usage['total_tokens'] ?? 0) })
  const next = await ask.create({ input: 'on', previous_response_id: first.id })
  expect(next.status).toBe(200)
  const late = await ask.post(`/responses/${first.id}/cancel`, {})
  expect(late.fields).toMatchObject({ status: 'completed' })
})

test('is cancelled, and what was made is paid for', async () => {
  const ask = await start()
  const { id } = await ask.create({ input: slowly, background: true })
  expect(await ask.post('/responses', { input: 'x', previous_response_id: id })).toMatchObject({
    status: 400,
  })
  const other = caller(rig, otherKey)
  expect((await other.post(`/responses/${id}/cancel`, {})).status).toBe(404)
  const cancelled = await ask.post(`/responses/${id}/cancel`, {})
  expect(cancelled.fields).toMatchObject({ id, status: 'cancelled' })
  await until(() => rig.ledger.ends().length === 1)
  expect(await ask.get(`/responses/${id}`)).toMatchObject({ fields: { status: 'cancelled' } })
})

test('goes no further once it is deleted', async () => {
  const ask = await start()
  const { id } = await ask.create({ input: slowly, background: true })
  expect((await ask.delete(`/responses/${id}`)).status).toBe(200)
  await until(() => rig.ledger.ends().length === 1)
  expect((await ask.get(`/responses/${id}`)).status).toBe(404)
})

test('has failed when a bug met it before a supplier did, and gives its money back', async () => {
  const ask = await start()
  vi.spyOn(rig.parts.bodies, 'prepare').mockRejectedValueOnce(new Error('planted'))
  const { id } = await ask.create({ input: 'hello', background: true })
  expect(await ended(ask, id)).toMatchObject({ status: 'failed', output: [] })
  await until(() => rig.ledger.ends().length === 1)
  expect(rig.ledger.ends()).toMatchObject([{ kind: 'void' }])
  expect(rig.errors.splice(0)).toHaveLength(1)
})

test('has failed when its supplier did, or its process is no more', async () => {
  const ask = await start()
  const failing = await ask.create({ input: '[[sandbox: fault=500]]', background: true })
  expect(await ended(ask, failing.id)).toMatchObject({
    status: 'failed',
    error: { code: 'server_error' },
  })
  const left = await ask.create({ input: slowly, background: true })
  await db().updateTable('ledger_incarnations').set({ ended_at: 1n }).execute()
  expect(await ended(ask, left.id)).toMatchObject({ status: 'failed' })
  await db().updateTable('ledger_incarnations').set({ ended_at: null }).execute()
})

test('is paid for when the database goes away before it has ended', async () => {
  const ask = await start()
  const responses = { ...rig.parts.responses }
  let ends = 0
  rig.parts.responses.end = async (...args) => {
    ends += 1
    if (ends > 1) throw new Error('the database is away')
    await responses.end(...args)
  }
  const { id } = await ask.create({ input: 'hello', background: true })
  expect(await ended(ask, id)).toMatchObject({ status: 'completed' })
  await until(() => rig.ledger.ends().length === 1)
  expect(rig.ledger.ends()[0]).toMatchObject({ kind: 'settle' })
  // Its end is told to the database after it was paid for.
  await until(() => rig.errors.length === 1)
  rig.errors.splice(0)
})

test('does not hold up the end of its process', async () => {
  const ask = await start()
  const { id } = await ask.create({ input: slowly, background: true })
  const drained = rig.gateway.drain()
  rig.gateway.cut()
  await drained
  expect(rig.ledger.ends()).toHaveLength(1)
  const of = { userId: 1n, id }
  expect(await rig.parts.responses.find(of, Date.now())).toMatchObject({ underWay: false })
  const text = await rig.parts.responses.text(of, 'response', { take: () => {} })
  expect(JSON.parse(text ?? '')).toMatchObject({ status: 'failed' })
})

test('is refused where its answer would be lost', async () => {
  const ask = await start()
  for (const body of [{ store: false }, { store: false, stream: true }]) {
    const asked = { input: 'x', background: true, ...body }
    expect(await ask.post('/responses', asked)).toMatchObject({
      status: 400,
      error: { code: 'response_background' },
    })
  }
})
