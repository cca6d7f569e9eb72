import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let stand: Stand
const price = 2_000

beforeAll(async () => {
  stand = await openStand()
  for (const channel of [
    {
      type: 900,
      name: 'films',
      models: ['own/film', 'kling-v1'],
      key: 'none',
      base_url: 'http://sandbox',
      model_mapping: JSON.stringify({
        'own/film': '+sandbox/video',
        'kling-v1': '+sandbox/video',
      }),
    },
    {
      type: 53,
      name: 'kling',
      models: ['kling-v2'],
      key: 'access|secret',
      base_url: `${stand.upstream.url}/kling`,
    },
  ]) {
    await stand.root.client.createChannel({ body: { group: ['default'], ...channel } })
  }
  for (const [model, channel_type] of [
    ['own/film', 900],
    ['kling-v1', 900],
    ['kling-v2', 53],
  ] as const) {
    await stand.root.client.createPrice({
      body: { model, type: 'times', channel_type, input: '2', output: '2' },
    })
  }
})
afterAll(() => stand[Symbol.asyncDispose]())

type Video = {
  readonly code: number
  readonly message: string
  readonly request_id: string
  readonly data: {
    readonly task_id: string
    readonly task_status: string
    readonly task_status_msg: string
    readonly task_result?: {
      readonly videos: readonly { readonly id: string; readonly url: string }[]
    }
  }
}

const call = (customer: Pick<Customer, 'key'> | null, path: string, body?: object) =>
  fetch(`${stand.product.address}/kling/v1/videos/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(customer !== null && { authorization: `Bearer ${customer.key}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const read = async (response: Promise<Response>) => (await (await response).json()) as Video

const film = (customer: Customer, orders: string, more: object = {}) =>
  read(
    call(customer, 'text2video', {
      model_name: 'own/film',
      prompt: `a mill [[sandbox: delay-ms=0 ${orders}]]`,
      ...more,
    }),
  )

async function ended(customer: Customer, id: string): Promise<Video> {
  for (;;) {
    const video = await read(call(customer, `text2video/${id}`))
    if (['succeed', 'failed'].includes(video.data.task_status)) return video
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const balanceOf = async ({ id }: Customer): Promise<bigint> =>
  (await stand.product.server.stores.ledger.reader.balance(`wallet:${id}`)).balance

describe('Kling’s addresses', () => {
  test('make a video over any channel of the model, which is read through a link', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const begun = await film(customer, '')
    expect(begun).toEqual({
      code: 0,
      message: 'SUCCEED',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      data: {
        task_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        task_status: expect.stringMatching(/^(submitted|processing)$/),
        task_status_msg: '',
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      },
    })
    const { task_id: id } = begun.data
    const { data } = await ended(customer, id)
    expect(data).toMatchObject({
      task_status: 'succeed',
      task_result: { videos: [{ id, duration: '5' }] },
    })
    const url = data.task_result?.videos[0]?.url ?? ''
    const file = await fetch(url)
    expect(file.headers.get('content-type')).toBe('video/mp4')
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
    expect((await fetch(url.slice(0, -2))).status).toBe(404)
    expect(await balanceOf(customer)).toBe(10_000n - BigInt(price))
    expect(await read(call(customer, `image2video/${id}`))).toMatchObject({ data: { task_id: id } })
  })

  test('take the model kling-v1 where none is named, and sizes of a mode', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const more = { model_name: undefined, mode: 'pro', aspect_ratio: '9:16', duration: '10' }
    const { data } = await film(customer, '', { ...more, cfg_scale: 0.5, negative_prompt: '' })
    const task = await customer.browser.client.listOwnTasks({ query: {} })
    expect(task.data).toMatchObject([{ model: 'kling-v1' }])
    const { id } = task.data[0] ?? { id: '' }
    expect(await customer.browser.client.getTask({ params: { id } })).toMatchObject({
      request: { seconds: '10', size: '1080x1920' },
    })
    await ended(customer, data.task_id)
  })

  test('say why a video failed, and it is given back', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const { data } = await film(customer, 'task=failed')
    const failed = await ended(customer, data.task_id)
    expect(failed.data).toMatchObject({
      task_status: 'failed',
      task_status_msg: expect.stringContaining('was told to fail this video'),
    })
    expect(failed.data.task_result).toBeUndefined()
    expect(await balanceOf(customer)).toBe(10_000n)
  })

  test('carry a picture to Kling itself', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    stand.upstream.onAny((sent) =>
      sent.json(200, { code: 0, data: { task_id: '7', task_status: 'processing' } }),
    )
    const image = Buffer.from('89504e470d0a1a0a0000000d', 'hex').toString('base64')
    const body = { model_name: 'kling-v2', prompt: 'it turns', image, mode: 'pro' }
    const { data } = await read(call(customer, 'image2video', body))
    expect(data).toMatchObject({ task_status: 'processing' })
    const sent = stand.upstream.calls.find(({ path }) => path.endsWith('/videos/image2video'))
    expect(sent?.body).toMatchObject({
      model_name: 'kling-v2',
      prompt: 'it turns',
      image,
      mode: 'pro',
      duration: '5',
    })
  })

  test('know no video of somebody else', async () => {
    const [owner, other] = [await stand.customer({ balance: 10_000 }), await stand.customer()]
    const { data } = await film(owner, '')
    for (const id of [data.task_id, '1', '0'.repeat(32)]) {
      const response = await call(other, `text2video/${id}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 1203, message: expect.any(String) })
    }
    await ended(owner, data.task_id)
  })

  test.each([
    ['text2video', {}, 400, 1201],
    ['text2video', { prompt: 'x', mode: 'cheap' }, 400, 1201],
    ['text2video', { prompt: 'x', aspect_ratio: '2:1' }, 400, 1201],
    ['text2video', { prompt: 'x', aspect_ratio: 'constructor' }, 400, 1201],
    ['text2video', { prompt: 'x', duration: 'long' }, 400, 1201],
    ['text2video', { prompt: 'x', cfg_scale: 1 }, 400, 1201],
    ['text2video', { prompt: 'x', camera_control: { type: 'simple' } }, 400, 1201],
    ['text2video', { prompt: 'x'.repeat(40_000) }, 400, 1201],
    ['text2video', { prompt: 'x', model_name: 'nobody/knows' }, 404, 1203],
    ['image2video', { prompt: 'x' }, 400, 1201],
    ['image2video', { prompt: 'x', image: 'http://169.254.169.254/a.png' }, 400, 1201],
    ['image2video', { prompt: 'x', image: 'PHNjcmlwdD4=' }, 400, 1201],
  ] as const)('refuse what they cannot do: %s %o', async (path, body, status, code) => {
    const customer = await stand.customer({ balance: 10_000 })
    const response = await call(customer, path, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, request_id: expect.any(String) })
    expect(await balanceOf(customer)).toBe(10_000n)
  })

  test('refuse without a key, without money, and by another method', async () => {
    const body = { model_name: 'own/film', prompt: 'x' }
    const keyless = await call(null, 'text2video', body)
    expect(keyless.status).toBe(401)
    expect(await keyless.json()).toMatchObject({ code: 1002 })
    const poor = await call(await stand.customer({ balance: 10 }), 'text2video', body)
    expect(poor.status).toBe(402)
    expect(await poor.json()).toMatchObject({ code: 1102 })
    const customer = await stand.customer()
    expect((await call(customer, 'text2video')).status).toBe(405)
  })
})
