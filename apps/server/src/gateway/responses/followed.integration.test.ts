import { dialectNames } from '@posthouse/llm/canonical/dialect'
import { type Fields, fieldsOf, parsedFields } from '@posthouse/llm/bytes/fields'
import { dataOf } from '@posthouse/llm/bytes/framing'
import { testDatabase } from '@posthouse/testkit/database'
import { beforeEach, expect, test, vi } from 'vitest'
import { channel, otherKey, type Rig, testKey, until } from '../tests/rig/gateway-rig.ts'
import { caller } from './testing/caller.ts'
import { keptRigs } from './testing/kept-rigs.ts'

/* Responses that are made in the background, and followed as a stream: on any node, more than once, from anywhere. */

const { db, stand } = keptRigs(testDatabase)
beforeEach(async () => {
  const now = BigInt(Date.now())
  await db()
    .insertInto('ledger_incarnations')
    .values({ id: 'test', started_at: now, heartbeat_at: now, ended_at: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ heartbeat_at: now, ended_at: null }),
    )
    .execute()
})

const start = (speaks = 'openai-chat'): Promise<Rig> =>
  stand({ channels: [channel({ plugin: { dialects: [speaks] } })] })

/** Takes events until there are no more, or as many as are wanted: then it leaves. */
async function eventsOf({ body }: Response, most = Infinity): Promise<Fields[]> {
  const events: Fields[] = []
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const event = parsedFields(dataOf(frame) ?? '')
      if (event !== null) events.push(event)
    }
    if (events.length >= most) return events.slice(0, most)
  }
  return events
}

const create = ({ url }: Rig, input: string): Promise<Response> =>
  globalThis.fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox/chat', input, background: true, stream: true }),
  })

const follow = ({ url }: Rig, id: string, more = '', key = testKey): Promise<Response> =>
  globalThis.fetch(`${url}/v1/responses/${id}?stream=true${more}`, {
    headers: { authorization: `Bearer ${key}` },
  })

const numbersOf = (events: readonly Fields[]): unknown[] =>
  events.map((event) => event['sequence_number'])

const idOf = ([first]: readonly Fields[]): string => String(fieldsOf(first?.['response'])?.['id'])

/** The id of the one that is being made. */
const underWay = (): Promise<string> =>
  vi.waitFor(async () => {
    const { id } = await db()
      .selectFrom('response_events')
      .innerJoin('responses', 'responses.id', 'response_events.response_id')
      .select('responses.id')
      .where('under_way', '=', 1n)
      .executeTakeFirstOrThrow()
    return id
  })

const endless = '[[sandbox: words=2000 speed=20]]'
const slowly = '[[sandbox: words=60 speed=60]]'

test.each(dialectNames)('is told over %s from its first event to its last', async (speaks) => {
  const rig = await start(speaks)
  const events = await eventsOf(await create(rig, `hello ${speaks}`))
  expect(numbersOf(events)).toEqual(events.map((_, at) => at))
  const types = events.map(({ type }) => type)
  expect(types.slice(0, 2)).toEqual(['response.created', 'response.in_progress'])
  expect(types.filter((type) => type === 'response.created')).toHaveLength(1)
  expect(types).toContain('response.output_text.delta')
  expect(types.at(-1)).toBe('response.completed')
  const id = idOf(events)
  const kept = await caller(rig, testKey).get(`/responses/${id}`)
  expect(events.at(-1)?.['response']).toMatchObject({
    id,
    background: true,
    output: kept.fields['output'],
    usage: kept.fields['usage'],
  })
  expect(await eventsOf(await follow(rig, id))).toEqual(events)
  expect(JSON.stringify(events)).not.toContain('posthouse_run')
  await until(() => rig.ledger.ends().length === 1)
})

test('ends for who follows it while its charge waits', async () => {
  const rig = await start()
  const commit = Promise.withResolvers<void>()
  rig.ledger.commits = commit.promise
  const events = await eventsOf(await create(rig, 'hello'))
  expect(events.at(-1)).toMatchObject({ type: 'response.completed' })
  const kept = await caller(rig, testKey).get(`/responses/${idOf(events)}`)
  expect(kept.fields).toMatchObject({ status: 'completed' })
  await until(() => rig.ledger.ends().length === 1)
  expect(rig.ledger.pending).toBe(1)
  commit.resolve()
})

test('goes on when its client has left, who comes back to what it has not seen', async () => {
  const rig = await start()
  const seen = await eventsOf(await create(rig, slowly), 5)
  const id = idOf(seen)
  const rest = await eventsOf(await follow(rig, id, '&starting_after=4'))
  expect(numbersOf([...seen, ...rest])).toEqual([...seen, ...rest].map((_, at) => at))
  expect(rest.at(-1)).toMatchObject({ type: 'response.completed' })
  expect(await eventsOf(await follow(rig, id))).toEqual([...seen, ...rest])
  expect(await eventsOf(await follow(rig, id, `&starting_after=${rest.length + 4}`))).toEqual([])
  await until(() => rig.ledger.ends().length === 1)
  expect(rig.ledger.ends()[0]).toMatchObject({ kind: 'settle' })
})

test('is followed on another node while it is made', async () => {
  const [rig, other] = [await start(), await start()]
  const own = create(rig, slowly).then((response) => eventsOf(response))
  const there = await eventsOf(await follow(other, await underWay()))
  expect(there).toEqual(await own)
})

test('says that it failed, and why', async () => {
  const rig = await start()
  const events = await eventsOf(await create(rig, '[[sandbox: fault=500]]'))
  expect(events.map(({ type }) => type)).toEqual([
    'response.created',
    'response.in_progress',
    'response.failed',
  ])
  expect(events.at(-1)).toMatchObject({
    sequence_number: 2,
    response: { id: idOf(events), status: 'failed', error: { code: 'server_error' } },
  })
  expect(await eventsOf(await follow(rig, idOf(events)))).toEqual(events)
})

test('ends when it is cancelled, on every node', async () => {
  const [rig, other] = [await start(), await start()]
  const own = create(rig, endless).then((response) => eventsOf(response))
  const id = await underWay()
  const there = follow(other, id).then((response) => eventsOf(response))
  const { fields } = await caller(other, testKey).post(`/responses/${id}/cancel`, {})
  expect(fields).toMatchObject({ id, status: 'cancelled' })
  for (const events of [await own, await there]) {
    expect(events.map(({ type }) => type)).not.toContain('response.completed')
  }
  await until(() => rig.ledger.ends().length === 1)
})

test('has failed when its process is no more', async () => {
  const [rig, other] = [await start(), await start()]
  const id = idOf(await eventsOf(await create(rig, endless), 2))
  await db().updateTable('ledger_incarnations').set({ ended_at: 1n }).execute()
  const events = await eventsOf(await follow(other, id))
  expect(events.at(-1)).toMatchObject({ type: 'response.failed', response: { status: 'failed' } })
  await until(() => rig.ledger.ends().length === 1)
})

test('misses nothing that comes between two looks', async () => {
  const rig = await start()
  const events = await eventsOf(await create(rig, 'hello'))
  vi.spyOn(rig.parts.runs, 'read').mockResolvedValueOnce([])
  expect(await eventsOf(await follow(rig, idOf(events)))).toEqual(events)
})

test('is nobody else’s, and told of what was told at all', async () => {
  const rig = await start()
  const id = idOf(await eventsOf(await create(rig, 'hello')))
  expect((await follow(rig, id, '', otherKey)).status).toBe(404)
  expect((await follow(rig, id, '&starting_after=x')).status).toBe(400)
  const ask = caller(rig, testKey)
  const whole = await ask.create({ input: 'hello' })
  expect(await ask.get(`/responses/${whole.id}?stream=true`)).toMatchObject({
    status: 400,
    error: { param: 'stream' },
  })
  expect((await ask.delete(`/responses/${id}`)).status).toBe(200)
  expect((await follow(rig, id)).status).toBe(404)
  const rows = await db()
    .selectFrom('response_events')
    .select('number')
    .where('response_id', '=', id)
    .execute()
  expect(rows).toEqual([])
})
