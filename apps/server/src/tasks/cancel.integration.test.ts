import { eventually } from '@posthouse/testkit/books'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestId } from '../lib/ids.ts'
import { examineBooks } from '../books/examine-books.ts'
import { cleanLog } from '../domain/usage-log/clean-log.ts'
import { systemClock } from '../lib/clock.ts'

let stand: Stand

beforeAll(async () => {
  stand = await openStand()
  for (const channel of [
    { type: 900, models: ['fixed/video'], base_url: 'http://sandbox', name: 'fixed' },
    { type: 8, models: ['endless/video'], base_url: `${stand.upstream.url}/up`, name: 'endless' },
    { type: 34, models: ['mj_blend'], base_url: `${stand.upstream.url}/mj`, name: 'proxy' },
  ]) {
    const model_mapping = JSON.stringify(
      channel.type === 900 ? { 'fixed/video': '+sandbox/video' } : {},
    )
    const body = { ...channel, group: ['default'], key: 'sk-upstream', model_mapping }
    await stand.root.client.createChannel({ body })
  }
  for (const [model, channel_type] of [
    ['fixed/video', 900],
    ['endless/video', 8],
  ] as const) {
    await stand.root.client.createPrice({
      body: { model, type: 'times', channel_type, input: '2', output: '2' },
    })
  }
})
afterAll(() => stand[Symbol.asyncDispose]())

const call = ({ key }: Customer, method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${stand.product.address}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const json = async (response: Response) => (await response.json()) as Record<string, unknown>

/** One that goes on until it is stopped. */
async function film(customer: Customer, model = 'fixed/video'): Promise<string> {
  const body = { model, prompt: 'a mill [[sandbox: task=never]]' }
  const response = await call(customer, 'POST', '/v1/videos', body)
  expect(response.status).toBe(200)
  return String((await json(response))['id'])
}

async function draw(customer: Customer, orders = 'task=never'): Promise<string> {
  const body = { prompt: `a fox [[sandbox: ${orders}]]` }
  return String((await json(await call(customer, 'POST', '/mj/submit/imagine', body)))['result'])
}

const taskId = (id: string): string =>
  id.replace(/^(?:video_)?(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

async function moneyOf({ id }: Customer) {
  const { balance, held } = await stand.product.server.stores.ledger.reader.balance(`wallet:${id}`)
  return { balance, held }
}

const refundsOf = ({ id }: Customer) =>
  stand.product.server.stores.db
    .selectFrom('usage_log')
    .select(['quota'])
    .where('user_id', '=', id)
    .where('type', '=', 6n)
    .execute()

const whole = { balance: 1_000_000n, held: 0n }
const rich = () => stand.customer({ balance: 1_000_000 })

describe('a cancelled task', () => {
  test('of Midjourney is given back once and whole', async () => {
    const customer = await rich()
    const id = await draw(customer)
    expect((await moneyOf(customer)).balance).toBeLessThan(whole.balance)
    const answer = await call(customer, 'POST', `/mj/task/${id}/cancel`)
    expect(await json(answer)).toEqual({
      code: 1,
      description: 'success',
      properties: {},
      result: id,
    })
    expect(await moneyOf(customer)).toEqual(whole)
    const picture = await json(await call(customer, 'GET', `/mj/task/${id}/fetch`))
    expect(picture).toMatchObject({ status: 'FAILURE', failReason: 'cancelled', imageUrl: '' })
    const again = await call(customer, 'POST', `/mj/task/${id}/cancel`)
    expect(again.status).toBe(409)
    expect(await refundsOf(customer)).toHaveLength(1)
  })

  test('of the sandbox’s videos is shown as cancelled, here and to clients', async () => {
    const customer = await rich()
    const id = await film(customer)
    const params = { id: taskId(id) }
    const { client } = customer.browser
    expect(await client.getTask({ params })).toMatchObject({ can_cancel: true })
    const cancelled = await client.cancelTask({ params })
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      can_cancel: false,
      quota: 2_000,
      refunded: 2_000,
    })
    expect(await json(await call(customer, 'GET', `/v1/videos/${id}`))).toMatchObject({
      status: 'failed',
      error: { code: 'cancelled' },
    })
    expect(await moneyOf(customer)).toEqual(whole)
  })

  test('with a price per second has nothing on hold any more', async () => {
    const customer = await rich()
    const id = await film(customer, 'sandbox/video')
    expect((await moneyOf(customer)).held).toBeGreaterThan(0n)
    const answer = await call(customer, 'POST', `/v1/videos/${id}/cancel`)
    expect(await json(answer)).toMatchObject({ id, status: 'failed' })
    expect(await moneyOf(customer)).toEqual(whole)
    expect(await refundsOf(customer)).toEqual([])
  })

  test.each(['fixed/video', 'sandbox/video'])(
    'that is cancelled by several at the same time is given back once: %s',
    async (model) => {
      const customer = await rich()
      const id = await film(customer, model)
      const params = { id: taskId(id) }
      await Promise.allSettled([
        customer.browser.client.cancelTask({ params }),
        stand.root.client.cancelTask({ params }),
        call(customer, 'POST', `/v1/videos/${id}/cancel`),
        call(customer, 'DELETE', `/v1/videos/${id}`),
      ])
      expect(await moneyOf(customer)).toEqual(whole)
      expect((await refundsOf(customer)).length).toBe(model === 'fixed/video' ? 1 : 0)
    },
  )

  test('is deleted together with its cancellation by DELETE', async () => {
    const customer = await rich()
    const id = await film(customer)
    const answer = await call(customer, 'DELETE', `/v1/videos/${id}`)
    expect(await json(answer)).toMatchObject({ id, deleted: true })
    expect((await call(customer, 'GET', `/v1/videos/${id}`)).status).toBe(404)
    expect(await moneyOf(customer)).toEqual(whole)
  })

  test('of another user does not exist', async () => {
    const [owner, other] = [await rich(), await rich()]
    const [video, picture] = [await film(owner), await draw(owner)]
    for (const [method, path] of [
      ['POST', `/mj/task/${picture}/cancel`],
      ['POST', `/v1/videos/${video}/cancel`],
      ['DELETE', `/v1/videos/${video}`],
    ] as const) {
      expect((await call(other, method, path)).status).toBe(404)
    }
    for (const id of [video, picture]) {
      const params = { id: taskId(id) }
      await expect(other.browser.client.cancelTask({ params })).rejects.toMatchObject({
        code: 'task.not-found',
      })
      expect(await owner.browser.client.getTask({ params })).toMatchObject({ finish_time: 0 })
    }
  })
})

describe('a task cannot be cancelled', () => {
  test('where its supplier cannot stop it', async () => {
    const customer = await rich()
    stand.upstream.onAny((sent) => sent.json(200, { id: 'video_1', status: 'in_progress' }))
    const id = await film(customer, 'endless/video')
    const params = { id: taskId(id) }
    const { client } = customer.browser
    expect(await client.getTask({ params })).toMatchObject({ can_cancel: false })
    await expect(client.cancelTask({ params })).rejects.toMatchObject({
      code: 'task.not-cancellable',
    })
    expect((await call(customer, 'POST', `/v1/videos/${id}/cancel`)).status).toBe(409)
    expect((await call(customer, 'DELETE', `/v1/videos/${id}`)).status).toBe(409)
    expect((await moneyOf(customer)).balance).toBe(998_000n)
  })
})

describe('a server of midjourney-proxy', () => {
  const picture = 'data:image/png;base64,iVBORw0KGgo='

  /** `cancel` answers how the cancellation goes; `status` is what it says of the task then. */
  async function blended(customer: Customer, cancel: object, status: string): Promise<string> {
    let isAsked = false
    stand.upstream.onAny((sent) => {
      if (sent.path.includes('/submit/')) return sent.json(200, { code: 1, result: '7' })
      if (sent.path.endsWith('/task/7/cancel')) {
        isAsked = true
        return sent.json(200, cancel)
      }
      return sent.json(200, { status: isAsked ? status : 'IN_PROGRESS', progress: '10%' })
    })
    const body = { base64Array: [picture, picture] }
    return String((await json(await call(customer, 'POST', '/mj/submit/blend', body)))['result'])
  }

  test('that stops the task is believed', async () => {
    const customer = await rich()
    const id = await blended(customer, { code: 1, description: 'success' }, 'CANCEL')
    expect((await call(customer, 'POST', `/mj/task/${id}/cancel`)).status).toBe(200)
    expect(await moneyOf(customer)).toEqual(whole)
  })

  test('that does not stop it keeps its task, and its price', async () => {
    const customer = await rich()
    const id = await blended(customer, { code: 4, description: 'no' }, 'IN_PROGRESS')
    const { balance } = await moneyOf(customer)
    const answer = await call(customer, 'POST', `/mj/task/${id}/cancel`)
    expect(answer.status).toBe(409)
    expect(await json(answer)).toMatchObject({ code: 4 })
    expect((await moneyOf(customer)).balance).toBe(balance)
    const params = { id: taskId(id) }
    expect(await customer.browser.client.getTask({ params })).toMatchObject({ can_cancel: true })
  })

  test('that had finished it is paid', async () => {
    const customer = await rich()
    const id = await blended(customer, { code: 1, description: 'success' }, 'SUCCESS')
    const { balance } = await moneyOf(customer)
    await call(customer, 'POST', `/mj/task/${id}/cancel`)
    expect((await moneyOf(customer)).balance).toBe(balance)
  })
})

async function rootAccount() {
  const found = await stand.product.server.stores.accounts.findForLogin('root')
  return found?.account ?? expect.fail('there is no root')
}

describe('a charged task whose entry was deleted from the log', () => {
  test.each(['failed', 'expired', 'cancelled'])('is given back when it is %s', async (end) => {
    const customer = await rich()
    let status = 'in_progress'
    stand.upstream.onAny((sent) => sent.json(200, { id: 'video_1', status }))
    const id = await film(customer, end === 'cancelled' ? 'fixed/video' : 'endless/video')
    const { db } = stand.product.server.stores
    await cleanLog(db, {
      until: Date.now() + 1,
      actor: await rootAccount(),
      requestId: crypto.randomUUID(),
      now: Date.now(),
    })
    const params = { id: taskId(id) }
    if (end === 'cancelled') await customer.browser.client.cancelTask({ params })
    else {
      const due = { poll_at: 0n, ...(end === 'expired' && { deadline_at: 1n }) }
      status = end === 'failed' ? 'failed' : status
      await db.updateTable('tasks').set(due).where('id', '=', params.id).execute()
    }
    const task = await eventually('the task ends', async () => {
      const one = await customer.browser.client.getTask({ params })
      return one.finish_time > 0 ? one : null
    })
    expect(task).toMatchObject({ status: end, quota: 2_000, refunded: 2_000 })
    expect(await moneyOf(customer)).toEqual(whole)
    expect(await refundsOf(customer)).toEqual([{ quota: -2_000n }])
  })
})

test('the books agree in the end', async () => {
  const { db, database, ledger, dataFolder } = stand.product.server.stores
  const parts = { db, dialect: database.dialect, reader: ledger.reader, clock: systemClock }
  const wrong = (await examineBooks({ ...parts, dataFolder })).filter(({ ok }) => !ok)
  expect(wrong).toEqual([])
})

test('tasks of the same moment stay within the limit, and refused ones cost nothing', async () => {
  const customer = await stand.customer()
  await film(customer)
  const { db } = stand.product.server.stores
  const row = await db
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', customer.id)
    .executeTakeFirstOrThrow()
  const far = BigInt(systemClock.now() + 86_400_000)
  const others = Array.from({ length: 989 }, () => ({
    ...row,
    id: requestId(systemClock.now()),
    held: 0n,
    supplier_id: '',
    poll_at: far,
    deadline_at: far,
  }))
  for (let from = 0; from < others.length; from += 100) {
    await db
      .insertInto('tasks')
      .values(others.slice(from, from + 100))
      .execute()
  }
  const before = await moneyOf(customer)
  const body = { model: 'fixed/video', prompt: 'a mill [[sandbox: task=never]]' }
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => call(customer, 'POST', '/v1/videos', body)),
  )
  const begun = answers.filter(({ status }) => status === 200)
  expect(begun.length).toBeLessThanOrEqual(10)
  expect(new Set(answers.map(({ status }) => status))).toContain(429)
  const open = await db
    .selectFrom('tasks')
    .select('id')
    .where('user_id', '=', customer.id)
    .where('open', '=', 1n)
    .execute()
  expect(open).toHaveLength(990 + begun.length)
  const after = await moneyOf(customer)
  expect(before.balance - after.balance).toBe(BigInt(2_000 * begun.length))
})
