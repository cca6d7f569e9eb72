import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Work } from '@posthouse/contract/calls/works'
import { type HeldWork, holdWorks } from '@posthouse/testkit/held-works'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endLostWorks } from '../../domain/works/end-lost-works.ts'
import { tidyWorks } from '../../tasks/works/tidy-works.ts'
import { createWorkFolder } from '../../tasks/works/work-folder.ts'
import { requestId } from '../../lib/ids.ts'

const limit = 128 * 1024 * 1024
const dayMs = 86_400_000

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
  await stand.root.client.createChannel({
    body: {
      type: 900,
      name: 'studio',
      group: ['default'],
      models: ['own/picture'],
      key: 'none',
      base_url: 'http://sandbox',
      model_mapping: JSON.stringify({ 'own/picture': '+sandbox/image' }),
    },
  })
  await stand.root.client.createPrice({
    body: { model: 'own/picture', type: 'times', channel_type: 900, input: '2', output: '2' },
  })
})
afterAll(() => stand[Symbol.asyncDispose]())

const stores = () => stand.product.server.stores

/** A row of a work, as a process leaves it. */
async function stored(customer: Customer, change: object = {}): Promise<string> {
  const now = Date.now()
  const id = requestId(now)
  await stores()
    .db.insertInto('works')
    .values({
      id,
      user_id: customer.id,
      studio: 'image',
      model: 'own/picture',
      title: 'a mill',
      inputs: '{}',
      call: '{"path":"/v1/images/generations","body":{},"form":false}',
      sent: '[]',
      status: 'running',
      incarnation: stores().incarnation,
      bytes: 0n,
      created_at: BigInt(now),
      expires_at: BigInt(now + dayMs),
      finished_at: null,
      ...change,
    })
    .execute()
  return id
}

const refusalsOf = (works: readonly HeldWork[]): string[] =>
  works.flatMap((work) => work.refused() ?? [])

const hold = (customer: Customer, count = 60) =>
  holdWorks([stand.product.address], customer.browser.cookie(), count)

const rowsOf = (customer: Customer) =>
  stores().db.selectFrom('works').selectAll().where('user_id', '=', customer.id).execute()

/** Ends the forms, and waits until their room is given back. */
async function dropped(customer: Customer, works: readonly HeldWork[], left = 0): Promise<void> {
  for (const work of works) work.drop()
  await vi.waitFor(async () => expect(await rowsOf(customer)).toHaveLength(left), 10_000)
}

const form = (body: object, path: string) => {
  const made = new FormData()
  const about = { studio: 'image', model: 'own/picture', title: 'a mill', inputs: {} }
  made.set('work', JSON.stringify({ ...about, path, body, form: path.endsWith('edits') }))
  return made
}

const send = ({ browser }: Customer, body: FormData) =>
  browser.fetch(`${stand.product.address}/api/work/`, { method: 'POST', body })

describe('room for works', () => {
  test('is taken before the first byte: of sixty at once, twelve are read', async () => {
    const customer = await stand.customer()
    const works = hold(customer)
    await vi.waitFor(() => expect(refusalsOf(works)).toHaveLength(48), 20_000)
    expect(new Set(refusalsOf(works))).toEqual(new Set(['work.too-many']))
    expect(await rowsOf(customer)).toHaveLength(12)
    const { client } = customer.browser
    expect((await client.listOwnWorks({ query: {} })).total_count).toBe(0)
    await dropped(customer, works)
  })

  test('counts what may still come against what an account may keep', async () => {
    const customer = await stand.customer()
    const kept = BigInt(2 * 1024 ** 3 - 5 * limit)
    await stored(customer, { status: 'succeeded', finished_at: 1n, bytes: kept })
    const works = hold(customer)
    await vi.waitFor(() => expect(refusalsOf(works)).toHaveLength(55), 20_000)
    expect(new Set(refusalsOf(works))).toEqual(new Set(['work.full']))
    await dropped(customer, works, 1)
  })

  test('is kept by a work that its owner deleted while it runs', async () => {
    const customer = await stand.customer()
    for (let count = 0; count < 12; count += 1) {
      const id = await stored(customer)
      await customer.browser.client.deleteWork({ params: { id } })
      await expect(customer.browser.client.getWork({ params: { id } })).rejects.toMatchObject({
        code: 'work.not-found',
      })
    }
    const works = hold(customer, 1)
    await vi.waitFor(() => expect(refusalsOf(works)).toEqual(['work.too-many']), 10_000)
  })

  test('is given back for works of a process that is gone', async () => {
    const customer = await stand.customer()
    const gone = { incarnation: 'of a process that was killed' }
    const lost = await stored(customer, gone)
    await stored(customer, { ...gone, status: 'receiving' })
    await stored(customer, { ...gone, status: 'removed' })
    const own = await stored(customer)
    const { db, database, incarnation } = stores()
    await endLostWorks({ db, dialect: database.dialect, incarnation }, Date.now())
    const { client } = customer.browser
    expect(await rowsOf(customer)).toHaveLength(2)
    const ended = await client.getWork({ params: { id: lost } })
    expect(ended).toMatchObject({ status: 'failed', failure_code: 'work.lost' })
    expect((await client.getWork({ params: { id: own } })).status).toBe('running')
  })
})

test('folders of works without a row are removed', async () => {
  const customer = await stand.customer()
  const folder = createWorkFolder(join(stand.product.folder, 'work-files'))
  const kept = await stored(customer)
  const expired = await stored(customer, { expires_at: 1n, finished_at: 1n })
  const unknown = requestId(Date.now())
  for (const id of [kept, expired, unknown]) await folder.place(id, '0')
  await tidyWorks({ works: stores().workStore, folder }, Date.now())
  const left = await folder.ids()
  expect([kept, expired, unknown].filter((id) => left.includes(id))).toEqual([kept])
})

test('a work that nobody pays for keeps no files', async () => {
  const poor = await stand.customer({ balance: 0 })
  const body = form({ model: 'own/picture', prompt: 'a mill' }, '/v1/images/edits')
  body.append(
    'image',
    new Blob([Buffer.from('89504e470d0a1a0a', 'hex')], { type: 'image/png' }),
    'a.png',
  )
  const { data } = (await (await send(poor, body)).json()) as { data: Work }
  const { client } = poor.browser
  const params = { id: data.id }
  await vi.waitFor(
    async () => expect((await client.getWork({ params })).status).toBe('failed'),
    10_000,
  )
  expect(await client.getWork({ params })).toMatchObject({
    failure_code: 'insufficient_quota',
    sent: [],
  })
  const folder = join(stand.product.folder, 'work-files', data.id)
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 10_000)
  expect(await rowsOf(poor)).toMatchObject([{ bytes: 0n }])
})

test('a work that is refused before money is set aside keeps no files', async () => {
  const customer = await stand.customer({ balance: 100_000 })
  const body = form({ model: 'nobody/has-it', prompt: 'a mill' }, '/v1/images/edits')
  body.append('image', new Blob([Buffer.alloc(1_000)], { type: 'image/png' }), 'a.png')
  const { data } = (await (await send(customer, body)).json()) as { data: Work }
  const asked = { params: { id: data.id } }
  await vi.waitFor(
    async () =>
      expect(await customer.browser.client.getWork(asked)).toMatchObject({
        status: 'failed',
        sent: [],
      }),
    10_000,
  )
  const folder = join(stand.product.folder, 'work-files', data.id)
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 10_000)
})

describe('a part of a form', () => {
  const part = (head: string) =>
    `--form\r\n${head}\r\n\r\nwords\r\n--form\r\nContent-Disposition: form-data; name="model"\r\n\r\nown/picture\r\n--form--\r\n`

  test.each([
    ['without a name', 'Content-Disposition: form-data'],
    ['that is a file without a name', 'Content-Disposition: form-data; filename="a.png"'],
    [
      'with NUL in its media type',
      'Content-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/p\0ng',
    ],
    [
      'with NUL in the name of its file',
      'Content-Disposition: form-data; name="image"; filename="a\0.png"\r\nContent-Type: image/png',
    ],
  ])('%s is refused as bad input', async (_, head) => {
    const customer = await stand.customer()
    const headers = { 'content-type': 'multipart/form-data; boundary=form' }
    const work = await customer.browser.fetch(`${stand.product.address}/api/work/`, {
      method: 'POST',
      headers,
      body: part(head),
    })
    expect(work.status).toBe(400)
    const edit = await stand.ask(customer, part(head), { path: '/v1/images/edits', headers })
    expect(edit.status).toBe(400)
  })
})
