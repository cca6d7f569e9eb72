import { channels } from '../../domain/channels/channel-noun.ts'
import { createKeyCache } from '../../domain/tokens/key-cache.ts'
import { restoreRows } from '../../domain/undo/restore-rows.ts'
import { systemClock as clock } from '../../lib/clock.ts'
import { createCurrentSnapshot } from '../../domain/snapshot/current-snapshot.ts'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NounCall } from './noun-call.ts'
import type { Cell } from '../csv/csv-file.ts'
import * as rider from './testing/rider-noun.ts'

let product: Product
let parts: NounCall['parts']
beforeAll(async () => {
  product = await openProduct()
  const { stores } = product.server
  const { db } = stores
  const named = db.schema.createTable('riders').addColumn('name', 'text')
  await numbers.reduce((table, name) => table.addColumn(name, 'bigint'), named).execute()
  const keys = createKeyCache({ ...stores, clock })
  const snapshot = await createCurrentSnapshot(stores, keys)
  parts = { db, clock, keys, snapshot, undo: stores.undo }
  await db
    .withTables<{ riders: rider.Rider }>()
    .insertInto('riders')
    .values(
      ['Ada', 'Bo', 'Cy', 'Di'].map((name, place) => ({
        id: BigInt(place + 1),
        name,
        user_id: name === 'Di' ? 8n : 7n,
        status: 1n,
        horses: BigInt(3 - place),
        created_at: 0n,
        version: 0n,
        deleted_at: null,
      })),
    )
    .execute()
})
afterAll(() => product.close())

const numbers = [
  'id',
  'user_id',
  'status',
  'horses',
  'created_at',
  'version',
  'deleted_at',
] as const

const as = (id: bigint): NounCall => ({ caller: { id, role: 100 }, parts })
const paging = { page: 1, size: 2, order: '' }

const names = async (caller: bigint, of: { status?: number; order?: string } = {}) => {
  const query = { ...paging, status: 0, ...of }
  return (await rider.listRiders({ query }, as(caller))).data.map(({ name }) => name)
}

test('a third noun is listed by its filter and order, a page at a time, with its count', async () => {
  const query = { ...paging, order: 'saddles', status: 1 }
  const { data, total_count } = await rider.listRiders({ query }, as(7n))
  expect(data).toMatchObject([
    { name: 'Cy', saddles: 2 },
    { name: 'Bo', saddles: 4 },
  ])
  expect(total_count).toBe(3)
  expect(await names(8n)).toEqual(['Di'])
  expect(await names(7n, { status: 2 })).toEqual([])
})

test('another’s rows are not found, whoever asks and however', async () => {
  const [own] = (await rider.listRiders({ query: { ...paging, status: 0 } }, as(8n))).data
  const id = own?.id ?? 0
  const thief = as(7n)
  await expect(rider.getRider({ params: { id } }, thief)).rejects.toThrow('not found')
  await expect(rider.deleteRider({ params: { id } }, thief)).rejects.toThrow('not found')
  const select = { ids: [id] }
  expect(await rider.deleteRiders({ body: { select } }, thief)).toEqual({ deleted: 0 })
  const change = { status: 2 }
  expect(await rider.changeRiders({ body: { select, change } }, thief)).toMatchObject({
    changed: 0,
    undo: null,
  })
  const wanted = { text: 'di', most: 9 }
  const asking = { caller: thief.caller, now: 0 }
  expect(await rider.riders.search(parts.db, asking, wanted)).toEqual([])
  expect(await cells(thief)).toMatchObject([{ 1: 'Cy' }, { 1: 'Bo' }, { 1: 'Ada' }])
  expect(await names(8n)).toEqual(['Di'])
})

test('rows of administrators are nobody else’s, though a call should let him come so far', async () => {
  const asking = { caller: { id: 7n, role: 1 }, now: 0 }
  await expect(channels.find(parts.db, asking, 1)).rejects.toThrow('for administrators')
  expect(await channels.search(parts.db, asking, { text: '1', most: 9 })).toEqual([])
  expect(await channels.find(parts.db, { ...as(7n), now: 0 }, 1)).toMatchObject({ id: 1n })
})

test('a search finds by name and number', async () => {
  const found = await rider.riders.search(
    parts.db,
    { caller: as(7n).caller, now: 0 },
    { text: '2', most: 9 },
  )
  expect(found.map(({ name, saddles }) => [name, Number(saddles)])).toEqual([['Bo', 4]])
})

test('many are changed by what a filter finds, and put back', async () => {
  const select = { filter: { status: 1 }, expected: 3 }
  const body = { select, change: { status: 2 } }
  const wrong = { ...body, select: { ...select, expected: 2 } }
  await expect(rider.changeRiders({ body: wrong }, as(7n))).rejects.toThrow()
  const { changed, undo } = await rider.changeRiders({ body }, as(7n))
  expect(changed).toBe(3)
  expect(await names(7n, { status: 1 })).toEqual([])
  expect(await parts.undo.tableOf(undo ?? '', 7n)).toBe('riders')
  await parts.db
    .transaction()
    .execute(async (transaction) =>
      restoreRows(
        transaction,
        rider.riders.restores,
        await parts.undo.take(transaction, undo ?? '', 7n),
      ),
    )
  expect(await names(7n, { status: 1 })).toEqual(['Cy', 'Bo'])
})

test('a column that cannot be put back is not changed', async () => {
  const wanted = Object.assign({ status: 2n }, { horses: 9n })
  const asking = { caller: as(7n).caller, now: 0 }
  const change = parts.db
    .transaction()
    .execute((transaction) =>
      rider.riders.change(transaction, asking, { select: { ids: [1] }, wanted }),
    )
  await expect(change).rejects.toThrow('riders.horses cannot be put back')
  expect(await names(7n, { status: 2 })).toEqual([])
})

test('what is deleted is in no list', async () => {
  const select = { filter: { status: 0 }, expected: 3 }
  expect(await rider.deleteRiders({ body: { select } }, as(7n))).toEqual({ deleted: 3 })
  expect(await names(7n)).toEqual([])
  expect(await names(8n)).toEqual(['Di'])
})

async function cells(call: NounCall): Promise<Cell[][]> {
  const rows: Cell[][] = []
  const { pages } = await rider.exportRiders({ query: { status: 0, time_zone: 'UTC' } }, call)
  for await (const page of pages) for (const row of page) rows.push([...row])
  return rows
}
