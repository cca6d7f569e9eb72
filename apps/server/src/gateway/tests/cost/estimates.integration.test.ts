import { sandbox } from '@posthouse/llm/sandbox/sandbox'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* The price of a call, asked for before it is made. */

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer({ balance: 900_000_000 })
  const { client } = stand.root
  const model = 'by-the-piece'
  await client.createPrice({
    body: { model, type: 'times', channel_type: 900, input: '2', output: '2' },
  })
  await client.createChannel({
    body: {
      type: 900,
      name: 'pieces',
      group: ['default'],
      models: [model],
      model_mapping: JSON.stringify({ [model]: '+sandbox/image' }),
      key: 'none',
      base_url: 'http://sandbox',
    },
  })
})
afterAll(() => stand[Symbol.asyncDispose]())

type Fields = Readonly<Record<string, unknown>>

const made = (path: string, body: object): Buffer =>
  Buffer.concat(
    sandbox({
      method: 'POST',
      path,
      body: new TextEncoder().encode(JSON.stringify(body)),
      settings: {},
      anyModel: false,
      now: 0,
    }).pieces.map(({ bytes }) => bytes),
  )

const talk = (): Buffer =>
  made('/v1/audio/speech', { model: 'sandbox/speech', input: 'hi there', response_format: 'wav' })

const picture = (): Buffer => {
  const { data } = JSON.parse(
    made('/v1/images/generations', { model: 'sandbox/image', prompt: 'fox' }).toString(),
  ) as { data: { b64_json: string }[] }
  return Buffer.from(data[0]?.b64_json ?? '', 'base64')
}

const formOf = (fields: Readonly<Record<string, string | Blob>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'file')
  }
  return form
}

const call = (
  { key }: Pick<Customer, 'key'>,
  path: string,
  body: Fields | FormData,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${stand.product.address}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })

type Estimate = {
  readonly object: string
  readonly model: string
  readonly quota: { readonly least: number; readonly most: number }
}

const asked = { 'x-posthouse-estimate': '1' }

async function estimated(path: string, body: Fields | FormData): Promise<Estimate> {
  const response = await call(customer, path, body, asked)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  return JSON.parse(text) as Estimate
}

/** Rows of everything that a call writes. */
async function written(): Promise<Fields> {
  const { db } = stand.product.server.stores
  const tables = [
    'usage_log',
    'attempts',
    'tasks',
    'ledger_holds',
    'ledger_operations',
    'responses',
  ] as const
  const counts = tables.map(async (table) => {
    const { rows } = await db
      .selectFrom(table)
      .select((select) => select.fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    return [table, Number(rows)] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const rowOf = async (response: Response) => {
  const id = response.headers.get('x-request-id') ?? ''
  await response.arrayBuffer()
  await stand.books.charge(id)
  return stand.product.server.stores.db
    .selectFrom('usage_log')
    .select(['held', 'quota'])
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
}

const messages = [{ role: 'user', content: 'Why is the sea salt?' }]
const chat = { model: 'sandbox/chat', messages, max_tokens: 50 }
const edit = () =>
  formOf({ model: 'sandbox/image', prompt: 'a hat', image: new Blob([new Uint8Array(picture())]) })

describe('what a call would cost is what is held for it, and nothing is written', () => {
  test.each<[string, string, () => Fields | FormData]>([
    ['chat', '/v1/chat/completions', () => chat],
    ['chat without a limit', '/v1/chat/completions', () => ({ ...chat, max_tokens: undefined })],
    ['messages', '/v1/messages', () => chat],
    ['responses', '/v1/responses', () => ({ model: 'sandbox/chat', input: 'Say it again' })],
    ['vectors', '/v1/embeddings', () => ({ model: 'sandbox/embedding', input: ['a', 'b c'] })],
    ['pictures', '/v1/images/generations', () => ({ model: 'sandbox/image', prompt: 'fox', n: 2 })],
    ['an edit', '/v1/images/edits', edit],
    [
      'speech',
      '/v1/audio/speech',
      () => ({ model: 'sandbox/speech', input: 'Good day', voice: 'a' }),
    ],
    [
      'a transcript',
      '/v1/audio/transcriptions',
      () => formOf({ model: 'sandbox/transcribe', file: new Blob([new Uint8Array(talk())]) }),
    ],
  ])('%s', async (_, path, body) => {
    const before = await written()
    const { object, model, quota } = await estimated(path, body())
    expect(object).toBe('estimate')
    expect(model).toMatch(/^sandbox\//)
    expect(await written()).toEqual(before)
    const row = await rowOf(await call(customer, path, body()))
    expect(quota.most).toBe(Number(row.held))
    expect(quota.most).toBeGreaterThan(0)
    expect(quota.least).toBeLessThanOrEqual(quota.most)
    expect(Number(row.quota)).toBeLessThanOrEqual(quota.most)
  })

  test.each<[string, string, Fields]>([
    ['a video', '/v1/videos', { model: 'sandbox/video', prompt: 'a fox', seconds: '8' }],
    ['a picture of Midjourney', '/mj/submit/imagine', { prompt: 'a fox' }],
    ['a song', '/suno/submit/music', { gpt_description_prompt: 'a song of the sea' }],
    ['lyrics', '/suno/submit/lyrics', { prompt: 'a hymn' }],
  ])('%s: its price is known', async (_, path, body) => {
    const before = await written()
    const { quota } = await estimated(path, body)
    expect(await written()).toEqual(before)
    expect((await call(customer, path, body)).status).toBe(200)
    const { held } = await stand.product.server.stores.db
      .selectFrom('tasks')
      .select('held')
      .where('user_id', '=', customer.id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(quota).toEqual({ least: Number(held), most: Number(held) })
    expect(held).toBeGreaterThan(0n)
  })
})

test('a stream is estimated whole, not by the slice that is held first', async () => {
  const path = '/v1/chat/completions'
  const { quota: whole } = await estimated(path, { ...chat, max_tokens: 4_000 })
  const { quota } = await estimated(path, { ...chat, max_tokens: 4_000, stream: true })
  expect(quota).toEqual(whole)
  const { quota: short } = await estimated(path, chat)
  expect(short.least).toBe(whole.least)
  expect(short.most).toBeLessThan(whole.most)
})

test('speech by characters and pictures by the piece have one price', async () => {
  const body = { model: 'sandbox/speech', input: 'x'.repeat(1_000), voice: 'a' }
  const { quota: speech } = await estimated('/v1/audio/speech', body)
  expect(speech.least).toBe(speech.most)
  const prompt = { model: 'by-the-piece', prompt: 'fox', n: 3 }
  const { quota: pictures } = await estimated('/v1/images/generations', prompt)
  expect(pictures).toEqual({ least: 6_000, most: 6_000 })
})

test('an empty wallet can ask, and a wrong key, an unknown model or a bad body cannot', async () => {
  const poor = await stand.customer({ balance: 0 })
  const path = '/v1/chat/completions'
  const refused = await call(poor, path, chat)
  expect(refused.status).toBe(402)
  // Its log row is written in the background.
  await rowOf(refused)
  expect((await call(poor, path, chat, asked)).status).toBe(200)
  expect((await call(poor, '/mj/submit/imagine', { prompt: 'a fox' }, asked)).status).toBe(200)
  const before = await written()
  for (const [key, body, status] of [
    ['sk-wrong', chat, 401],
    [poor.key, { ...chat, model: 'nobody/has-it' }, 404],
    [poor.key, { messages }, 400],
  ] as const) {
    expect((await call({ key }, path, body, asked)).status).toBe(status)
  }
  expect((await call(poor, '/v1/videos', { model: 'sandbox/video' }, asked)).status).toBe(400)
  expect((await call(poor, '/suno/submit/music', {}, asked)).status).toBe(400)
  expect(await written()).toEqual(before)
})

test('a limit of the cost refuses the estimate as it would refuse the call', async () => {
  const headers = { ...asked, 'x-posthouse-max-cost': '0.000001' }
  expect((await call(customer, '/v1/chat/completions', chat, headers)).status).toBe(402)
})

test('only 0 and false ask for the call itself', async () => {
  for (const [value, object] of [
    ['true', 'estimate'],
    ['yes', 'estimate'],
    ['0', 'chat.completion'],
    ['false', 'chat.completion'],
  ] as const) {
    const headers = { 'x-posthouse-estimate': value }
    const response = await call(customer, '/v1/chat/completions', chat, headers)
    expect(await response.json()).toMatchObject({ object })
  }
})
