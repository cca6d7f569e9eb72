import { grant, hold, settle, talliesOf, usageOf } from '@posthouse/testkit/ledger-commands'
import { openProduct } from '@posthouse/testkit/product'
import { expect, test } from 'vitest'
import { archiveLog } from './archive-log.ts'

const ids = {
  cover: '00000000-0000-7000-8000-00000000000c',
  a: '00000000-0000-7000-8000-00000000000a',
  b: '00000000-0000-7000-8000-00000000000b',
}

test('what of a charge is paid, owed and written off is told by the ledger', async () => {
  await using product = await openProduct()
  const root = await product.root()
  const { writer } = product.server.stores.ledger
  const accounts = [{ code: 'wallet:77' as const }]
  const call = (id: string, amount: number, channel: bigint, model: string) =>
    settle(id, amount, {
      usage: {
        ...usageOf(id),
        created_at: Date.now(),
        user_id: 77n,
        channel_id: channel,
        model,
        charge: '',
        token_name: 'agent',
      },
      tallies: talliesOf(77n, model),
    })
  await writer.submit(grant(100, 'start', 'wallet:77'))
  await writer.submit(hold(ids.cover, 80, { accounts }))
  for (const id of [ids.a, ids.b]) await writer.submit(hold(id, 10, { accounts }))
  await writer.submit(call(ids.a, 50, 3n, 'model-a'))
  await writer.submit(call(ids.b, 70, 4n, 'model-b'))

  const receipt = (id: string) => root.client.explainCharge({ params: { id } })
  expect(await receipt(ids.a)).toMatchObject({ quota: 50, owed: 40, written_off: 0 })
  const lost = async (query: Parameters<typeof root.client.sumLogs>[0]['query']) =>
    (await root.client.sumLogs({ query })).written_off
  expect(await lost({})).toBe(0)

  await writer.submit(call(ids.cover, 20, 3n, 'model-a'))
  expect(await receipt(ids.a)).toMatchObject({
    quota: 50,
    owed: 0,
    written_off: 0,
    steps: [
      { kind: 'settle', quota: 10 },
      { kind: 'collect', quota: 40 },
    ],
  })
  expect(await receipt(ids.b)).toMatchObject({
    quota: 70,
    owed: 0,
    written_off: 40,
    steps: [
      { kind: 'settle', quota: 10 },
      { kind: 'collect', quota: 20 },
      { kind: 'write-off', quota: 40 },
    ],
  })
  expect(await lost({})).toBe(40)
  expect(await lost({ channel_id: 4 })).toBe(40)
  expect(await lost({ channel_id: 3 })).toBe(0)
  expect(await lost({ model_name: 'model-b' })).toBe(40)
  expect(await lost({ start_timestamp: Math.floor(Date.now() / 1_000) + 60 })).toBe(0)
  expect(await product.server.stores.ledger.reader.differences()).toEqual([])

  const { db } = product.server.stores
  const later = Date.now() + 2 * 86_400_000
  expect(await archiveLog({ db, clock: { now: () => later, monotonic: () => later } }, 1)).toBe(4)
  expect(await lost({})).toBe(40)
  expect(await lost({ channel_id: 4 })).toBe(40)
  expect(await lost({ channel_id: 3 })).toBe(0)
  expect(await lost({ model_name: 'model-b', token_name: 'agent' })).toBe(40)
  expect(await lost({ token_name: 'another' })).toBe(0)
  const soon = Math.floor(Date.now() / 1_000) + 60
  expect(await lost({ end_timestamp: soon })).toBe(40)
  expect(await lost({ start_timestamp: soon })).toBe(0)
})
