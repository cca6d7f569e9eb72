import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineBooks } from '../../../books/examine-books.ts'
import { systemClock } from '../../../lib/clock.ts'

let stand: Stand
/** 1 000 units of a call for each unit of the multiplier. */
const price = 2_000

beforeAll(async () => {
  stand = await openStand()
  await sandboxChannel('fixed', { models: ['fixed/video'], model_mapping: mapped('fixed/video') })
  await stand.root.client.createPrice({
    body: { model: 'fixed/video', type: 'times', channel_type: 900, input: '2', output: '2' },
  })
})
afterAll(() => stand[Symbol.asyncDispose]())

const mapped = (model: string): string => JSON.stringify({ [model]: '+sandbox/video' })

async function sandboxChannel(name: string, more: object = {}): Promise<number> {
  await stand.root.client.createChannel({
    body: {
      type: 900,
      name,
      group: ['default'],
      models: ['sandbox/*'],
      key: 'none',
      base_url: 'http://sandbox',
      ...more,
    },
  })
  const { data } = await stand.root.client.listChannels({ query: {} })
  return data.find((channel) => channel.name === name)?.id ?? 0
}

type Video = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly status: string
  readonly error: { readonly code: string; readonly message: string } | null
}

const call = (
  { key }: Customer,
  path: string,
  init: { method?: string; body?: object; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(`${stand.product.address}/v1/videos${path}`, {
    method: init.method ?? (init.body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...init.headers,
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  })

async function make(customer: Customer, orders: string, more: object = {}): Promise<Video> {
  const prompt = `a square [[sandbox: ${orders}]]`
  const body = { model: 'fixed/video', prompt, seconds: '4', size: '1280x720', ...more }
  const response = await call(customer, '', { body })
  expect(response.status).toBe(200)
  return (await response.json()) as Video
}

async function ended(customer: Customer, id: string): Promise<Video> {
  for (;;) {
    const video = (await (await call(customer, `/${id}`)).json()) as Video
    if (video.status === 'completed' || video.status === 'failed') return video
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const balanceOf = async ({ id }: Customer): Promise<bigint> =>
  (await stand.product.server.stores.ledger.reader.balance(`wallet:${id}`)).balance

const heldOf = async ({ id }: Customer): Promise<bigint> =>
  (await stand.product.server.stores.ledger.reader.balance(`wallet:${id}`)).held

const rowsOf = ({ id }: Customer) =>
  stand.product.server.stores.db
    .selectFrom('usage_log')
    .select(['type', 'quota', 'model', 'content', 'error_code'])
    .where('user_id', '=', id)
    .where('type', '<>', 4n)
    .orderBy('id')
    .execute()

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error: { code: string } }).error.code

async function wrongInBooks(): Promise<string[]> {
  const { db, database, ledger, dataFolder } = stand.product.server.stores
  const parts = { db, dialect: database.dialect, reader: ledger.reader, clock: systemClock }
  return (await examineBooks({ ...parts, dataFolder }))
    .filter(({ ok }) => !ok)
    .map(({ text }) => text)
}

describe('a video', () => {
  test('is charged when the supplier accepts it, tells its progress and is downloaded', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const begun = await make(customer, 'delay-ms=100')
    expect(begun).toMatchObject({
      object: 'video',
      model: 'fixed/video',
      status: 'queued',
      seconds: '4',
      size: '1280x720',
      error: null,
    })
    expect(begun.id).toMatch(/^video_[0-9a-f]{32}$/)
    expect(await balanceOf(customer)).toBe(8_000n)
    expect(await heldOf(customer)).toBe(0n)
    expect((await call(customer, `/${begun.id}/content`)).status).toBe(409)
    const video = await ended(customer, begun.id)
    expect(video).toMatchObject({ status: 'completed', progress: 100, error: null })
    const content = await call(customer, `/${begun.id}/content`)
    expect(content.headers.get('content-type')).toBe('video/mp4')
    expect(content.headers.get('x-content-type-options')).toBe('nosniff')
    expect(content.headers.get('content-security-policy')).toContain('sandbox')
    expect(content.headers.get('content-disposition')).toMatch(/^attachment; filename="video_/)
    const bytes = Buffer.from(await content.arrayBuffer())
    expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp')
    const headers = { range: 'bytes=4-7' }
    const part = await call(customer, `/${begun.id}/content`, { headers })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${bytes.length}`)
    expect(await part.text()).toBe('ftyp')
    expect(await rowsOf(customer)).toMatchObject([
      { type: 2n, quota: BigInt(price), model: 'fixed/video' },
    ])
  })

  test('that fails is given back once and whole, and says why', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const { id } = await make(customer, 'delay-ms=0 task=failed')
    expect(await balanceOf(customer)).toBe(8_000n)
    expect(await ended(customer, id)).toMatchObject({
      status: 'failed',
      error: { code: 'video_generation_failed' },
    })
    expect(await balanceOf(customer)).toBe(10_000n)
    expect(await rowsOf(customer)).toMatchObject([
      { type: 2n, quota: BigInt(price) },
      { type: 6n, quota: BigInt(-price) },
    ])
  })

  test('that the supplier forgets is given back', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const { id } = await make(customer, 'delay-ms=0 task=lost')
    expect(await ended(customer, id)).toMatchObject({ status: 'failed', error: { code: 'lost' } })
    expect(await balanceOf(customer)).toBe(10_000n)
  })

  test('whose file is no film is none, and is given back', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const { id } = await make(customer, 'delay-ms=0 task=wrong-file')
    expect(await ended(customer, id)).toMatchObject({ status: 'failed', error: { code: 'result' } })
    expect(await balanceOf(customer)).toBe(10_000n)
    expect((await call(customer, `/${id}/content`)).status).toBe(404)
  })

  test('of a supplier that sends web pages expires, and is given back', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const { id } = await make(customer, 'delay-ms=0 task=html')
    const { db } = stand.product.server.stores
    await db
      .updateTable('tasks')
      .set({ deadline_at: 1n, poll_at: 1n })
      .where('user_id', '=', customer.id)
      .execute()
    expect(await ended(customer, id)).toMatchObject({
      status: 'failed',
      error: { code: 'deadline' },
    })
    expect(await balanceOf(customer)).toBe(10_000n)
  })

  test('that nobody is known to have accepted expires, and what was held is given back', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    await make(customer, 'delay-ms=0 task=never')
    const { db } = stand.product.server.stores
    // As if the process had died before the supplier answered: the row of another task with a hold of its own.
    const row = await db
      .selectFrom('tasks')
      .selectAll()
      .where('user_id', '=', customer.id)
      .executeTakeFirstOrThrow()
    const lost = '01234567-89ab-7def-8123-456789abcdef'
    await stand.product.server.stores.ledger.writer.submit({
      kind: 'hold',
      id: lost,
      amount: row.held as never,
      minimum: row.held as never,
      accounts: [{ code: `wallet:${customer.id}` }],
      owner: { task: lost },
      rows: [
        {
          table: 'tasks',
          values: { ...row, id: lost, status: 'submitted', supplier_id: '', poll_at: 1n },
        },
      ],
      at: Date.now(),
    })
    expect(await heldOf(customer)).toBe(2_000n)
    const lostId = `video_${lost.replaceAll('-', '')}`
    expect(await ended(customer, lostId)).toMatchObject({ error: { code: 'never-accepted' } })
    expect(await heldOf(customer)).toBe(0n)
    expect(await balanceOf(customer)).toBe(8_000n)
  })

  test('of a deleted channel is given back', async () => {
    const models = { models: ['gone/video'] }
    const gone = await sandboxChannel('gone', {
      ...models,
      model_mapping: mapped('gone/video'),
    })
    await stand.root.client.createPrice({
      body: { model: 'gone/video', type: 'times', channel_type: 900, input: '1', output: '1' },
    })
    const customer = await stand.customer({ balance: 10_000 })
    const { id } = await make(customer, 'task=never', { model: 'gone/video' })
    expect(await balanceOf(customer)).toBe(9_000n)
    await stand.root.client.deleteChannel({ params: { id: gone } })
    expect(await ended(customer, id)).toMatchObject({ error: { code: 'channel-gone' } })
    expect(await balanceOf(customer)).toBe(10_000n)
  })

  test('of somebody else is as unknown as one that never was', async () => {
    const [owner, other] = [await stand.customer(), await stand.customer()]
    const { id } = await make(owner, 'delay-ms=0')
    await ended(owner, id)
    for (const unknown of [id, 'video_1', `video_${'0'.repeat(32)}`]) {
      for (const [path, init] of [
        ['', {}],
        ['', { method: 'DELETE' }],
        ['/content', {}],
        ['/remix', { body: { prompt: 'again' } }],
      ] as const) {
        const response = await call(other, `/${unknown}${path}`, init)
        expect(response.status).toBe(404)
      }
    }
    expect((await call(owner, `/${id}`)).status).toBe(200)
    const { data } = (await (await call(other, '')).json()) as { data: Video[] }
    expect(data).toEqual([])
  })

  test('is listed, remixed at the supplier that has it, and deleted with its file', async () => {
    const customer = await stand.customer({ balance: 100_000 })
    const first = await make(customer, 'delay-ms=0')
    await ended(customer, first.id)
    const remix = await call(customer, `/${first.id}/remix`, {
      body: { prompt: 'a circle [[sandbox: delay-ms=0]]' },
    })
    const second = (await remix.json()) as Video
    expect(second).toMatchObject({ remixed_from_video_id: first.id })
    await ended(customer, second.id)
    const pageOf = async (query: string) =>
      (await (await call(customer, query)).json()) as { data: Video[]; has_more: boolean }
    const page = await pageOf('?limit=1')
    expect(page).toMatchObject({ data: [{ id: second.id }], has_more: true })
    expect(await pageOf(`?limit=1&after=${second.id}`)).toMatchObject({
      data: [{ id: first.id }],
      has_more: false,
    })
    const deleted = await call(customer, `/${first.id}`, { method: 'DELETE' })
    expect(await deleted.json()).toEqual({
      id: first.id,
      object: 'video.deleted',
      deleted: true,
    })
    expect((await call(customer, `/${first.id}`)).status).toBe(404)
    expect(await balanceOf(customer)).toBe(96_000n)
  })
})

describe('a request for a video is refused', () => {
  test('without enough money, before a supplier is asked', async () => {
    const customer = await stand.customer({ balance: 1_999 })
    const body = { model: 'fixed/video', prompt: 'a square' }
    const response = await call(customer, '', { body })
    expect(response.status).toBe(402)
  })

  test('by its supplier, at no charge', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const prompt = 'a square [[sandbox: fault=400]]'
    const response = await call(customer, '', { body: { model: 'fixed/video', prompt } })
    expect(response.status).toBe(400)
    expect(await balanceOf(customer)).toBe(10_000n)
    expect(await heldOf(customer)).toBe(0n)
    expect(await rowsOf(customer)).toMatchObject([{ type: 5n, quota: 0n, error_code: 'refused' }])
  })

  test('with a picture in JSON, without a prompt or a model, and above what it may cost', async () => {
    const customer = await stand.customer()
    const whole = { model: 'fixed/video', prompt: 'a square' }
    for (const [body, status] of [
      [{ ...whole, input_reference: 'data:' }, 400],
      [{ model: 'fixed/video' }, 400],
      [{ prompt: 'a square' }, 400],
      [{ ...whole, size: { width: 1 } }, 400],
      [{ ...whole, size: '01920x1080' }, 400],
      [{ ...whole, prompt: 'x'.repeat(40_000) }, 400],
      [{ ...whole, prompt: 'x'.repeat(400_000) }, 413],
    ] as const) {
      expect((await call(customer, '', { body })).status).toBe(status)
    }
    const headers = { 'x-posthouse-max-cost': '0.001' }
    const dear = await call(customer, '', { body: whole, headers })
    expect(await codeOf(dear)).toBe('quota_max_cost')
  })
})

describe('a form', () => {
  const formOf = (fields: Record<string, string>, files: readonly (readonly [string, Blob])[]) => {
    const form = new FormData()
    const all = { model: 'pictured/video', prompt: 'a square', ...fields }
    for (const [name, value] of Object.entries(all)) form.set(name, value)
    for (const [name, file] of files) form.append(name, file, 'a.png')
    return form
  }
  const picture = new Blob([Buffer.from('89504e470d0a1a0a0000000d', 'hex')], { type: 'image/png' })
  const send = ({ key }: Customer, body: FormData): Promise<Response> => {
    const headers = { authorization: `Bearer ${key}` }
    return fetch(`${stand.product.address}/v1/videos`, { method: 'POST', headers, body })
  }

  beforeAll(async () => {
    await stand.root.client.createChannel({
      body: {
        type: 8,
        name: 'pictured',
        group: ['default'],
        models: ['pictured/video'],
        key: 'sk-upstream',
        base_url: `${stand.upstream.url}/pictured`,
      },
    })
    await stand.root.client.createPrice({
      body: { model: 'pictured/video', type: 'times', channel_type: 8, input: '1', output: '1' },
    })
  })

  test('with a picture goes on with it, and with what is paid', async () => {
    stand.upstream.onAny((sent) => sent.json(200, { id: 'video_1', status: 'queued' }))
    const customer = await stand.customer({ balance: 10_000 })
    const form = formOf({ seconds: '8', size: '1280x720' }, [['input_reference', picture]])
    expect((await send(customer, form)).status).toBe(200)
    const [sent] = stand.upstream.calls.filter(({ channel }) => channel === 'pictured')
    expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data/)
    const text = sent?.raw.toString('latin1') ?? ''
    for (const part of ['name="input_reference"; filename="a.png"', 'name="seconds"', '1280x720']) {
      expect(text).toContain(part)
    }
    expect(await balanceOf(customer)).toBe(9_000n)
  })

  test('with another file, two pictures, or a page for a picture is refused', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const page = new Blob(['<script>'], { type: 'image/png' })
    for (const files of [
      [['mask', picture]],
      [
        ['input_reference', picture],
        ['input_reference', picture],
      ],
      [['input_reference', page]],
    ] as const) {
      expect((await send(customer, formOf({}, files))).status).toBe(400)
    }
    expect((await send(customer, formOf({ input_reference: 'words' }, []))).status).toBe(400)
    expect(await balanceOf(customer)).toBe(10_000n)
  })
})

test('Veo makes a video at a Gemini channel, of its own length, and its host gets the key', async () => {
  await stand.root.client.createChannel({
    body: {
      type: 902,
      name: 'veo',
      group: ['default'],
      models: ['veo-tested'],
      key: 'gemini-key',
      base_url: `${stand.upstream.url}/veo`,
    },
  })
  await stand.root.client.createPrice({
    body: { model: 'veo-tested', type: 'times', channel_type: 902, input: '1', output: '1' },
  })
  const name = 'models/veo-tested/operations/1'
  const uri = `${stand.upstream.url}/veo/v1beta/files/1:download?alt=media`
  stand.upstream.onAny((sent) => {
    if (sent.headers['x-goog-api-key'] !== 'gemini-key') return sent.json(401, {})
    if (sent.path.includes(':predictLongRunning')) return sent.json(200, { name })
    if (sent.path.includes('/operations/')) {
      const response = { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } }
      return sent.json(200, { name, done: true, response })
    }
    sent.text(200, '\0\0\0\u{18}ftypmp42\0\0\0\0mp42isom')
  })
  const customer = await stand.customer({ balance: 10_000 })
  const body = { model: 'veo-tested', prompt: 'a square' }
  const { id } = (await (await call(customer, '', { body })).json()) as Video
  expect(await ended(customer, id)).toMatchObject({
    status: 'completed',
    seconds: '8',
    size: '1280x720',
  })
  expect((await call(customer, `/${id}/content`)).status).toBe(200)
  const odd = await call(customer, '', { body: { ...body, size: '100x100' } })
  expect(odd.status).toBe(400)
  expect(await balanceOf(customer)).toBe(9_000n)
})

test('a price per second is held from the beginning and charged at the end', async () => {
  const customer = await stand.customer({ balance: 100_000 })
  const { id } = await make(customer, 'delay-ms=0', { model: 'sandbox/video', seconds: 8 })
  // $0.01 a second.
  const amount = 40_000n
  expect(await heldOf(customer)).toBe(amount)
  expect(await balanceOf(customer)).toBe(100_000n)
  expect(await ended(customer, id)).toMatchObject({ status: 'completed', seconds: '8' })
  expect(await balanceOf(customer)).toBe(60_000n)
  const failing = await make(customer, 'delay-ms=0 task=failed', { model: 'sandbox/video' })
  expect(await heldOf(customer)).toBe(20_000n)
  await ended(customer, failing.id)
  expect(await heldOf(customer)).toBe(0n)
  expect(await balanceOf(customer)).toBe(60_000n)
  expect(await rowsOf(customer)).toMatchObject([
    { type: 2n, quota: amount },
    { type: 5n, quota: 0n, error_code: 'video_generation_failed' },
  ])
})

test('a channel with a price per token serves no video for nothing', async () => {
  await sandboxChannel('unpriced', {
    models: ['unpriced/video'],
    model_mapping: mapped('unpriced/video'),
  })
  await stand.root.client.createPrice({
    body: { model: 'unpriced/video', type: 'tokens', channel_type: 900, input: '1', output: '1' },
  })
  const customer = await stand.customer()
  const body = { model: 'unpriced/video', prompt: 'a square' }
  expect((await call(customer, '', { body })).status).toBe(503)
})

test('the books agree in the end', async () => {
  expect(await wrongInBooks()).toEqual([])
})
