import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineBooks } from '../../books/examine-books.ts'
import { systemClock } from '../../lib/clock.ts'

let stand: Stand
const price = 2_000

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

const call = ({ key }: Pick<Customer, 'key'>, path: string, body: object | FormData) =>
  fetch(`${stand.product.address}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })

async function begun(response: Promise<Response>): Promise<string> {
  const answer = (await (await response).json()) as Record<string, unknown>
  const id = String(answer['result'] ?? answer['id'])
  return id.replace(/^(?:video_)?(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const filmed = (customer: Pick<Customer, 'key'>) =>
  begun(call(customer, '/v1/videos', { model: 'own/film', prompt: 'mill [[sandbox: task=never]]' }))

const get = ({ browser }: Customer, id: string) => browser.client.getTask({ params: { id } })
const retry = ({ browser }: Pick<Customer, 'browser'>, id: string) =>
  browser.client.retryTask({ params: { id } })

/** A film that its customer has stopped. */
async function stopped(customer: Customer): Promise<string> {
  const id = await filmed(customer)
  await customer.browser.client.cancelTask({ params: { id } })
  return id
}

const balanceOf = async ({ id }: Customer): Promise<bigint> =>
  (await stand.product.server.stores.ledger.reader.balance(`wallet:${id}`)).balance

const countOf = async ({ browser }: Customer): Promise<number> =>
  (await browser.client.listOwnTasks({ query: {} })).total_count

async function end(id: string, status: string): Promise<void> {
  const { db } = stand.product.server.stores
  await db.updateTable('tasks').set({ status }).where('id', '=', id).execute()
}

async function ended(customer: Customer, id: string) {
  for (;;) {
    const task = await get(customer, id)
    if (task.finish_time > 0) return task
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('a task that is retried', () => {
  test('is a new task with the same request and token, charged anew', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const id = await stopped(customer)
    const old = await get(customer, id)
    expect(old).toMatchObject({ can_retry: true, refunded: price })
    const task = await retry(customer, id)
    expect(task).toMatchObject({
      model: 'own/film',
      action: 'create',
      request: old.request,
      quota: price,
      refunded: 0,
      can_retry: false,
      token_name: old.token_name,
    })
    expect(task.id).not.toBe(id)
    expect(await balanceOf(customer)).toBe(8_000n)
    expect(await get(customer, id)).toMatchObject({ status: 'cancelled', refunded: price })
    const log = await customer.browser.client.getLog({ params: { id: task.id } })
    expect(log).toMatchObject({ quota: price, token_name: old.token_name })
  })

  test.each(['failed', 'expired'])('may be %s', async (status) => {
    const customer = await stand.customer({ balance: 10_000 })
    const id = await stopped(customer)
    await end(id, status)
    expect(await retry(customer, id)).toMatchObject({ quota: price })
  })

  test('is one of the playground, too', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const { db, tokens } = stand.product.server.stores
    const id = await stopped(customer)
    // As if the playground had begun it.
    await fetch(`${stand.product.address}/v1/models`, {
      headers: { cookie: customer.browser.cookie(), 'x-posthouse-origin': 'console' },
    })
    const hidden = await tokens.findPlayground(customer.id)
    expect(hidden).not.toBeNull()
    const token_id = hidden?.token.id ?? 0n
    await db.updateTable('tasks').set({ token_id }).where('id', '=', id).execute()
    expect(await retry(customer, id)).toMatchObject({ token_name: 'playground', quota: price })
  })

  test('of Midjourney goes to the channel and the key of the picture that it changes', async () => {
    const customer = await stand.customer({ balance: 1_000_000 })
    const prompt = 'a fox [[sandbox: delay-ms=0]]'
    const picture = await begun(call(customer, '/mj/submit/imagine', { prompt }))
    await ended(customer, picture)
    const body = { taskId: picture.replaceAll('-', ''), action: 'UPSCALE', index: 2 }
    const upscaled = await begun(call(customer, '/mj/submit/change', body))
    await ended(customer, upscaled)
    await end(upscaled, 'failed')
    const again = await retry(customer, upscaled)
    const rows = await stand.product.server.stores.db
      .selectFrom('tasks')
      .select(['id', 'parent_id', 'channel_id', 'channel_key_id', 'model'])
      .where('user_id', '=', customer.id)
      .orderBy('id')
      .execute()
    const [parent, , last] = rows
    expect(last).toEqual({
      ...parent,
      id: again.id,
      parent_id: parent?.id,
      model: 'mj_upscale',
    })
    expect(await ended(customer, again.id)).toMatchObject({ status: 'succeeded' })
    // The picture is gone: there is nothing to change any more.
    await end(upscaled, 'failed')
    await end(picture, 'failed')
    await expect(retry(customer, upscaled)).rejects.toMatchObject({ code: 'task.parent' })
  })
})

describe('a task is not retried', () => {
  test('by anybody but its owner, and no administrator spends their money', async () => {
    const [owner, other] = [await stand.customer({ balance: 10_000 }), await stand.customer()]
    const id = await stopped(owner)
    for (const who of [other, { browser: stand.root }]) {
      await expect(retry(who, id)).rejects.toMatchObject({ code: 'task.not-found' })
    }
    const { data } = await stand.root.client.listTasks({ query: { task_id: id } })
    expect(data).toMatchObject([{ id, can_retry: false }])
    expect(await stand.root.client.getTask({ params: { id } })).toMatchObject({ can_retry: false })
    expect(await balanceOf(owner)).toBe(10_000n)
  })

  test('while it runs, and when it has succeeded', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const id = await filmed(customer)
    const refused = { code: 'task.not-retryable' }
    expect(await get(customer, id)).toMatchObject({ can_retry: false })
    await expect(retry(customer, id)).rejects.toMatchObject(refused)
    await customer.browser.client.cancelTask({ params: { id } })
    await end(id, 'succeeded')
    await expect(retry(customer, id)).rejects.toMatchObject(refused)
  })

  test('without the pictures that came with it', async () => {
    const customer = await stand.customer({ balance: 1_000_000 })
    const picture = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
    const address = `data:image/png;base64,${picture.toString('base64')}`
    const form = new FormData()
    form.set('model', 'own/film')
    form.set('prompt', 'a mill [[sandbox: task=never]]')
    form.set('input_reference', new Blob([picture], { type: 'image/png' }), 'a.png')
    const orders = 'a fox [[sandbox: task=never]]'
    for (const response of [
      call(customer, '/v1/videos', form),
      call(customer, '/mj/submit/imagine', { prompt: orders, base64Array: [address] }),
    ]) {
      const id = await begun(response)
      const { request } = await customer.browser.client.cancelTask({ params: { id } })
      expect(Object.keys(request)).not.toContain('notKept')
      expect(await get(customer, id)).toMatchObject({ status: 'cancelled', can_retry: false })
      await expect(retry(customer, id)).rejects.toMatchObject({ code: 'task.files-not-kept' })
    }
    expect(await balanceOf(customer)).toBe(1_000_000n)
  })

  test('without money, and nothing is begun', async () => {
    const customer = await stand.customer({ balance: price })
    const id = await stopped(customer)
    await filmed(customer)
    expect(await balanceOf(customer)).toBe(0n)
    await expect(retry(customer, id)).rejects.toMatchObject({ code: 'quota.insufficient' })
    expect(await countOf(customer)).toBe(2)
  })

  test('with a token that was deleted', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const id = await stopped(customer)
    await customer.browser.client.deleteToken({ params: { id: customer.tokenId } })
    await expect(retry(customer, id)).rejects.toMatchObject({ code: 'task.token-gone' })
    expect(await balanceOf(customer)).toBe(10_000n)
  })

  test.each([
    ['key.disabled', { status: 2 }],
    ['key.address', { limits: { addresses: ['192.0.2.1'] } }],
    ['model.not-allowed', { limits: { models: ['another/model'] } }],
  ] as const)('with a token that may not: %s', async (code, change) => {
    const customer = await stand.customer({ balance: 10_000 })
    const id = await stopped(customer)
    await customer.browser.client.updateToken({
      query: {},
      body: { id: customer.tokenId, ...change } as never,
    })
    // 401 would sign the console out.
    await expect(retry(customer, id)).rejects.toMatchObject({ code, status: 403 })
    expect(await balanceOf(customer)).toBe(10_000n)
    expect(await countOf(customer)).toBe(1)
  })
})

test('a token that has expired retries nothing', async () => {
  const customer = await stand.customer({ balance: 10_000 })
  const id = await stopped(customer)
  await stand.product.server.stores.db
    .updateTable('tokens')
    .set({ expires_at: 1n })
    .where('id', '=', BigInt(customer.tokenId))
    .execute()
  await expect(retry(customer, id)).rejects.toMatchObject({ code: 'key.expired', status: 403 })
})

test('the books agree in the end', async () => {
  const { db, database, ledger, dataFolder } = stand.product.server.stores
  const parts = { db, dialect: database.dialect, reader: ledger.reader, clock: systemClock }
  const wrong = (await examineBooks({ ...parts, dataFolder })).filter(({ ok }) => !ok)
  expect(wrong).toEqual([])
})
