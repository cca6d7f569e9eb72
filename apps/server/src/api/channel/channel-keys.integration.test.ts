import type { CallError } from '@posthouse/contract/client'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer()
})
afterAll(() => stand[Symbol.asyncDispose]())

const secrets = ['sk-canary-aaaaaaaaaaaa-one1', 'sk-canary-bbbbbbbbbbbb-two2']

let made = 0
/** A channel with a model of its own, which nothing else serves. */
async function channelWith(keys: readonly string[], more: object = {}) {
  made += 1
  const name = `keyed-${made}`
  const { id } = await stand.root.client.createChannel({
    body: {
      type: 8,
      name,
      group: ['default'],
      models: [`mock/${name}`],
      key: keys.join('\n'),
      base_url: `${stand.upstream.url}/${name}`,
      priority: 90,
      ...more,
    },
  })
  const params = { id }
  const list = () => stand.root.client.listChannelKeys({ params: { id: String(id) } })
  return { id, params, model: `mock/${name}`, list, ids: (await list()).map((key) => key.id) }
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => expect.fail('was not refused'),
    (error: unknown) => (error as CallError).code,
  )

/** The keys that upstreams were called with for a model, in order. */
const sentWith = (model: string) =>
  stand.upstream.of(model).map(({ headers }) => String(headers['authorization']).slice(-4))

describe('keys of a channel', () => {
  test('are listed and changed without being answered', async () => {
    const { params, list, ids } = await channelWith(secrets)
    const listed = await list()
    expect(listed.map(({ preview, status }) => [preview, status])).toEqual([
      ['…one1', 1],
      ['…two2', 1],
    ])
    const changed = await stand.root.client.changeChannelKey({
      params,
      body: { key_id: ids[0] ?? 0, status: 2 },
    })
    expect(changed).toMatchObject({ preview: '…one1', status: 2, failed_time: 0 })
    expect(JSON.stringify([listed, changed])).not.toContain('canary')
  })

  test('are added beside the others: new, known and malformed ones are counted', async () => {
    const { params, list, ids } = await channelWith(secrets)
    await stand.root.client.changeChannelKey({
      params,
      body: { key_id: ids[1] ?? 0, status: 2 },
    })
    const keys = `${secrets[0]}\nsk-canary-cccccccc-new3\nsk-canary-cccccccc-new3\ntwo words\nschlüssel`
    const added = await stand.root.client.addChannelKeys({ params, body: { keys } })
    expect(added).toEqual({ added: 1, known: 2, malformed: 2 })
    expect((await list()).map(({ id, status }) => [id, status]).slice(0, 2)).toEqual([
      [ids[0], 1],
      [ids[1], 2],
    ])
    expect((await list()).map(({ preview }) => preview)).toEqual(['…one1', '…two2', '…new3'])
  })

  test('follow the form of the supplier', async () => {
    const { params } = await channelWith(['account|token-one'], {
      type: 35,
      base_url: 'https://api.cloudflare.com',
    })
    const body = { keys: 'account|token-two\nsk-plain-0123456789' }
    expect(await stand.root.client.addChannelKeys({ params, body })).toEqual({
      added: 1,
      known: 0,
      malformed: 1,
    })
  })

  test('a disabled one is out of routing at once', async () => {
    const { params, model, ids } = await channelWith(secrets)
    stand.upstream.on(model, (call) => call.json(200, chatAnswer('hi', usageOf(1, 1))))
    await stand.root.client.createPrice({
      body: { model, type: 'tokens', channel_type: 8, input: '1', output: '1' },
    })
    await stand.ask(customer, chatOf(model, 'x'))
    const [used] = sentWith(model)
    const place = used === 'one1' ? 0 : 1
    await stand.root.client.changeChannelKey({
      params,
      body: { key_id: ids[place] ?? 0, status: 2 },
    })
    expect((await stand.ask(customer, chatOf(model, 'x'))).status).toBe(200)
    expect(sentWith(model)).toEqual([used, used === 'one1' ? 'two2' : 'one1'])
  })

  test('one is tested alone, a disabled one too', async () => {
    const { params, model, ids, list } = await channelWith(secrets)
    stand.upstream.on(model, (call) =>
      String(call.headers['authorization']).endsWith('one1')
        ? call.json(401, { error: { message: 'revoked' } })
        : call.json(200, chatAnswer('hi', usageOf(1, 1))),
    )
    const [first = 0, second = 0] = ids
    const failed = stand.root.client.testChannelKey({ params, body: { key_id: first } })
    expect(await codeOf(failed)).toBe('channel.test-failed')
    await stand.root.client.changeChannelKey({ params, body: { key_id: second, status: 2 } })
    const passed = await stand.root.client.testChannelKey({ params, body: { key_id: second } })
    expect(passed).toMatchObject({ status: 200, model })
    expect((await list()).map(({ status }) => status)).toEqual([1, 2])
  })
})

describe('deleting keys', () => {
  test('the last one stays, also when all are named', async () => {
    const { params, ids, list } = await channelWith(secrets)
    const del = (body: Parameters<typeof stand.root.client.deleteChannelKeys>[0]['body']) =>
      stand.root.client.deleteChannelKeys({ params, body })
    expect(await codeOf(del({ select: { ids } }))).toBe('channel.last-key')
    const [first = 0, second = 0] = ids
    // Two at the same time: one of them would be the last.
    const both = await Promise.allSettled([
      del({ select: { ids: [first] } }),
      del({ select: { ids: [second] } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await list()).toHaveLength(1)
  })

  test('those disabled by failures, and only those', async () => {
    await stand.set('AutomaticDisableChannelEnabled', 'true')
    const { params, model, ids, list } = await channelWith([...secrets, 'sk-canary-dddddd-off4'])
    await stand.root.client.createPrice({
      body: { model, type: 'tokens', channel_type: 8, input: '1', output: '1' },
    })
    await stand.root.client.changeChannelKey({
      params,
      body: { key_id: ids[2] ?? 0, status: 2 },
    })
    stand.upstream.on(model, (call) =>
      String(call.headers['authorization']).endsWith('one1')
        ? call.json(402, {
            error: { message: `The account of ${secrets[0]} can only afford 0`, code: 402 },
          })
        : call.json(200, chatAnswer('hi', usageOf(1, 1))),
    )
    for (let round = 0; round < 20; round++) {
      await stand.ask(customer, chatOf(model, `question ${round}`))
      if (sentWith(model).includes('one1')) break
    }
    await expect.poll(async () => (await list()).map(({ status }) => status)).toEqual([3, 1, 2])
    const [dead] = await list()
    expect(dead?.last_error).not.toBe('')
    expect(dead?.last_error).not.toContain('canary')
    expect(dead?.failed_time).toBeGreaterThan(0)
    const deleted = await stand.root.client.deleteChannelKeys({
      params,
      body: { select: { failed: true } },
    })
    expect(deleted).toEqual({ deleted: 1 })
    expect((await list()).map(({ preview }) => preview)).toEqual(['…two2', '…off4'])
  })
})

describe('what is refused', () => {
  test('a key of another channel', async () => {
    const own = await channelWith(secrets)
    const other = await channelWith(secrets)
    const { params } = own
    const [foreign = 0] = other.ids
    const { client } = stand.root
    const calls = [
      () => client.changeChannelKey({ params, body: { key_id: foreign, status: 2 } }),
      () => client.testChannelKey({ params, body: { key_id: foreign } }),
      () => client.deleteChannelKeys({ params, body: { select: { ids: [foreign] } } }),
      () =>
        client.deleteChannelKeys({ params, body: { select: { ids: [own.ids[0] ?? 0, foreign] } } }),
    ]
    for (const call of calls) expect(await codeOf(call())).toBe('channel.key-not-found')
    expect((await other.list()).map(({ status }) => status)).toEqual([1, 1])
    expect(await own.list()).toHaveLength(2)
  })

  test('a channel that is gone, and an empty paste', async () => {
    const { client } = stand.root
    expect(await codeOf(client.listChannelKeys({ params: { id: '987654' } }))).toBe(
      'channel.not-found',
    )
    const { params } = await channelWith(secrets)
    await expect(client.addChannelKeys({ params, body: { keys: ' \n' } })).rejects.toMatchObject({
      fields: { keys: expect.any(String) },
    })
  })
})
