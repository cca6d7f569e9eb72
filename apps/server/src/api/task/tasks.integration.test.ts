import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { linkTo } from './task-links.ts'

let stand: Stand

beforeAll(async () => {
  stand = await openStand()
  const body = {
    type: 900,
    name: 'films',
    group: ['default'],
    models: ['own/film'],
    key: 'none',
    base_url: 'http://sandbox',
    model_mapping: JSON.stringify({ 'own/film': '+sandbox/video' }),
  }
  await stand.root.client.createChannel({ body })
  await stand.root.client.createPrice({
    body: { model: 'own/film', type: 'times', channel_type: 900, input: '2', output: '2' },
  })
})
afterAll(() => stand[Symbol.asyncDispose]())

async function film({ key }: Customer, orders = ''): Promise<void> {
  const response = await fetch(`${stand.product.address}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'own/film', prompt: `a mill [[sandbox: delay-ms=0 ${orders}]]` }),
  })
  expect(response.status).toBe(200)
}

const ownTasks = async ({ browser }: Customer) =>
  (await browser.client.listOwnTasks({ query: {} })).data

async function ended(customer: Customer) {
  for (;;) {
    const [task] = await ownTasks(customer)
    if (task !== undefined && task.finish_time > 0) return task
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const fetched = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${stand.product.address}${url}`, { headers })

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { code: string }).code

describe('a task in the console', () => {
  test('tells what it cost, where the charge is, and where its file is', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    await film(customer)
    const task = await ended(customer)
    expect(task).toMatchObject({
      platform: 'video',
      action: 'create',
      model: 'own/film',
      status: 'succeeded',
      code: 1,
      progress: 100,
      quota: 2_000,
      refunded: 0,
      log_id: task.id,
      channel: null,
      can_cancel: false,
      artefacts: [{ name: '0', media_type: 'video/mp4' }],
    })
    expect(await customer.browser.client.getLog({ params: { id: task.log_id } })).toMatchObject({
      quota: 2_000,
    })
    const query = { task_id: task.id }
    const { data } = await stand.root.client.listTasks({ query })
    expect(data).toMatchObject([{ id: task.id, channel: { name: 'films' } }])
    const detail = await customer.browser.client.getTask({ params: { id: task.id } })
    expect(detail).toMatchObject({ channel: null, request: { seconds: '4' } })
  })

  test('that failed says why, and what was given back', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const before = await stand.root.client.sumTasks({ query: { platform: 'video' } })
    await film(customer, 'task=failed')
    expect(await ended(customer)).toMatchObject({
      status: 'failed',
      quota: 2_000,
      refunded: 2_000,
      artefacts: [],
    })
    expect((await ended(customer)).fail_reason).not.toBe('')
    const sums = await stand.root.client.sumTasks({ query: { platform: 'video' } })
    expect(sums.failed).toBe(before.failed + 1)
    expect(sums.refunded_quota).toBe(before.refunded_quota + 2_000)
    const own = await customer.browser.client.sumOwnTasks({ query: { platform: '' } })
    expect(own).toMatchObject({ open: 0, failed: 1, refunded: 1, refunded_quota: 2_000 })
    const refunded = await customer.browser.client.listOwnTasks({ query: { state: 'refunded' } })
    expect(refunded.total_count).toBe(1)
  })

  test('of another user does not exist', async () => {
    const [owner, stranger] = [await stand.customer({ balance: 10_000 }), await stand.customer()]
    await film(owner)
    const { id } = await ended(owner)
    expect(await ownTasks(stranger)).toEqual([])
    const params = { id }
    const missing = { code: 'task.not-found' }
    const { client } = stranger.browser
    await expect(client.getTask({ params })).rejects.toMatchObject(missing)
    await expect(client.cancelTask({ params })).rejects.toMatchObject(missing)
    // Filters of administrators reach nobody else's rows either.
    const query = { username: 'root', channel_id: 1, task_id: id } as object
    expect((await client.listOwnTasks({ query })).data).toEqual([])
  })

  test('cannot be stopped where the supplier cannot stop it, or when it has ended', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    await film(customer)
    const { id } = await ended(customer)
    await expect(customer.browser.client.cancelTask({ params: { id } })).rejects.toMatchObject({
      code: 'task.not-cancellable',
    })
  })

  test('of Midjourney is in a list of its own', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    await film(customer)
    const { id } = await ended(customer)
    const list = () => customer.browser.client.listOwnMidjourney({ query: {} })
    expect((await list()).data).toEqual([])
    const values = { kind: 'midjourney', action: 'IMAGINE', result: '{"promptEn":"a mill"}' }
    await stand.product.server.stores.db
      .updateTable('tasks')
      .set(values)
      .where('id', '=', id)
      .execute()
    expect((await list()).data).toMatchObject([{ id, action: 'IMAGINE', prompt_en: 'a mill' }])
    const all = await stand.root.client.listMidjourney({ query: { order: 'code,-submit_time' } })
    expect(all.data.map((task) => task.id)).toEqual([id])
  })

  test.each(['id', 'submit_time', 'finish_time', 'channel', 'user', 'platform', 'status'])(
    'is sorted by %s',
    async (field) => {
      const { data } = await stand.root.client.listTasks({ query: { order: `-${field}` } })
      expect(data.length).toBeGreaterThan(0)
    },
  )
})

describe('a signed link', () => {
  test('gives the file and parts of it to whoever has it, and never as a page', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    await film(customer)
    const [artefact] = (await ended(customer)).artefacts
    const url = artefact?.url ?? ''
    const whole = await fetched(url)
    expect(whole.status).toBe(200)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(artefact?.bytes),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.length).toBe(artefact?.bytes)
    const part = await fetched(url, { range: 'bytes=4-7' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer()).toString()).toBe('ftyp')
    expect((await fetched(url, { range: `bytes=${bytes.length}-` })).status).toBe(416)
    const head = await fetch(`${stand.product.address}${url}`, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
  })

  test('of another file, of another end or without a signature is none', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    await film(customer)
    const task = await ended(customer)
    const url = task.artefacts[0]?.url ?? ''
    const [path = '', query = ''] = url.split('?')
    const foreign = [
      url.replace(/until=\d+/, 'until=99999999999'),
      `${path.replace('/0', '/1')}?${query}`,
      url.replace(/signature=.*/, 'signature='),
      url.replace(/signature=.*/, `signature=${'A'.repeat(43)}`),
      url.replace(task.id, '01900000-0000-7000-8000-000000000000'),
    ]
    for (const address of foreign) {
      const response = await fetched(address)
      expect(response.status).toBe(404)
      expect(await codeOf(response)).toBe('task.not-found')
    }
  })

  test('that is old says so, and one of a deleted task finds nothing', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    await film(customer)
    const task = await ended(customer)
    const { seal, db } = stand.product.server.stores
    const clock = { ...systemClock, now: () => systemClock.now() - 3 * 3_600_000 }
    const old = await fetched(linkTo({ seal, clock }, { id: task.id, name: '0' }))
    expect(old.status).toBe(410)
    expect(await codeOf(old)).toBe('task.link-expired')
    await db.updateTable('tasks').set({ deleted_at: 1n }).where('id', '=', task.id).execute()
    expect((await fetched(task.artefacts[0]?.url ?? '')).status).toBe(404)
  })
})
