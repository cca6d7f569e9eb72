import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
let root: Browser
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

const made = async (name: string, more: object = {}): Promise<number> => {
  const body = {
    type: 8,
    name,
    group: ['default'],
    models: ['m'],
    key: 'sk-canary-0123456789',
    base_url: 'https://one.example',
    ...more,
  }
  return (await root.client.createChannel({ body })).id
}

const read = (id: number) => root.client.getChannel({ params: { id: String(id) } })

describe('the API version of Azure channels', () => {
  test('is replaced where it is the old one, and comes back', async () => {
    const old = { models: ['m'], other: '2024-06-01' }
    const azure = await made('azure', { ...old, type: 3 })
    const second = await made('azure v1', { ...old, type: 55, other: 'preview' })
    const newer = await made('newer', { ...old, type: 3, other: '2025-01-01' })
    const gemini = await made('gemini', { ...old, type: 25, other: 'v1' })
    const listed = await root.client.listAzureChannels({})
    expect(listed.map(({ id, version }) => [id, version])).toEqual([
      [newer, '2025-01-01'],
      [second, 'preview'],
      [azure, '2024-06-01'],
    ])
    const answer = await root.client.changeAzureVersion({
      body: { ids: [azure, second, newer, gemini], from: '2024-06-01', version: '2025-04-01' },
    })
    expect(answer).toMatchObject({ changed: 1, undo: expect.any(String) })
    expect((await read(azure)).other).toBe('2025-04-01')
    expect((await read(newer)).other).toBe('2025-01-01')
    const others = root.client.changeAzureVersion({
      body: { ids: [gemini], from: 'v1', version: '2025-04-01' },
    })
    expect(await others).toEqual({ changed: 0, undo: null })
    await root.client.undoChange({ params: { id: answer.undo ?? '' } })
    expect((await read(azure)).other).toBe('2024-06-01')
  })

  test.each(['', 'a/../b', 'us-central1|p'])('is not %j', async (version) => {
    const refused = root.client.changeAzureVersion({ body: { ids: [1], from: 'v1', version } })
    await expect(refused).rejects.toMatchObject({ fields: { version: expect.any(String) } })
  })
})

describe('a model that is deleted', () => {
  test('is the exact name, and never the last one', async () => {
    const several = await made('several', {
      models: ['gpt-4', 'gpt-4o', 'gpt-4*', 'GPT-4'],
      test_model: 'gpt-4',
      model_mapping: '{"gpt-4":"gpt-4-0613"}',
    })
    const only = await made('only', { models: ['gpt-4'] })
    const none = await made('none', { models: ['gpt-4o'] })
    const listed = await root.client.listChannelsOffering({ query: { model: 'gpt-4' } })
    expect(listed).toMatchObject([
      { id: only, others: 0 },
      { id: several, others: 3 },
    ])
    const answer = await root.client.deleteChannelsModel({
      body: { ids: [several, only, none], model: 'gpt-4' },
    })
    expect(answer.changed).toBe(1)
    expect(await read(several)).toMatchObject({
      models: ['gpt-4o', 'gpt-4*', 'GPT-4'],
      test_model: '',
      model_mapping: '{"gpt-4":"gpt-4-0613"}',
    })
    expect((await read(only)).models).toEqual(['gpt-4'])
    expect((await read(none)).models).toEqual(['gpt-4o'])
    await root.client.undoChange({ params: { id: answer.undo ?? '' } })
    const back = { models: ['gpt-4', 'gpt-4o', 'gpt-4*', 'GPT-4'], test_model: 'gpt-4' }
    expect(await read(several)).toMatchObject(back)
  })

  test('with a wildcard is the wildcard alone', async () => {
    const id = await made('wild', { models: ['claude', 'claude*'] })
    const body = { ids: [id], model: 'claude*' }
    expect(await root.client.deleteChannelsModel({ body })).toMatchObject({ changed: 1 })
    expect((await read(id)).models).toEqual(['claude'])
  })

  test('does not come back over a later change', async () => {
    const id = await made('changed', { models: ['one', 'two'] })
    const { undo } = await root.client.deleteChannelsModel({ body: { ids: [id], model: 'one' } })
    await root.client.updateChannel({ body: { id, models: ['two', 'three'] } })
    const refused = root.client.undoChange({ params: { id: undo ?? '' } })
    await expect(refused).rejects.toMatchObject({ code: 'undo.changed' })
    expect((await read(id)).models).toEqual(['two', 'three'])
  })

  test.each(['', 'g*4'])('needs a name, which %j is not', async (model) => {
    const refused = root.client.deleteChannelsModel({ body: { ids: [1], model } })
    await expect(refused).rejects.toMatchObject({ fields: { model: expect.any(String) } })
  })
})

describe('disabled channels', () => {
  test('are deleted with their keys when they are as many as the person saw', async () => {
    const manual = await made('manual', { status: 2 })
    const failed = await made('failed')
    const enabled = await made('enabled')
    const { db } = product.server.stores
    await db.updateTable('channels').set({ status: 3n }).where('id', '=', BigInt(failed)).execute()
    const remove = (statuses: (2 | 3)[], expected: number) =>
      root.client.deleteDisabledChannels({ body: { statuses, expected } })
    await expect(remove([2, 3], 1)).rejects.toMatchObject({ code: 'bulk.count-changed' })
    expect((await read(manual)).status).toBe(2)
    expect(await remove([2], 1)).toEqual({ deleted: 1 })
    expect((await read(failed)).status).toBe(3)
    expect(await remove([2, 3], 1)).toEqual({ deleted: 1 })
    expect((await read(enabled)).status).toBe(1)
    await expect(read(manual)).rejects.toMatchObject({ code: 'channel.not-found' })
    const keys = await db
      .selectFrom('channel_keys')
      .where('channel_id', 'in', [BigInt(manual), BigInt(failed)])
      .select('id')
      .execute()
    expect(keys).toEqual([])
  })
})

describe('the share of a channel', () => {
  test('is of its priority, and of those that the filter asks about', async () => {
    const heavy = { priority: 70, weight: 3, models: ['shared', 'own'] }
    const first = await made('share one', heavy)
    const second = await made('share two', { priority: 70, models: ['shared'] })
    await made('share off', { priority: 80, models: ['shared'], status: 2 })
    const of = async (query: object) =>
      (
        await root.client.listChannels({ query: { name: 'share', order: 'id', ...query } })
      ).data.map(({ share, turn }) => [share, turn])
    expect(await of({})).toEqual([
      [0.75, 'first'],
      [0.25, 'first'],
      [null, 'never'],
    ])
    expect(await of({ models: 'own' })).toEqual([[1, 'first']])
    expect((await read(first)).share).toBe(0.75)
    expect((await read(second)).share).toBe(0.25)
  })
})
