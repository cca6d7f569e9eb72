import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineBooks } from '../../../books/examine-books.ts'
import { systemClock } from '../../../lib/clock.ts'

let stand: Stand
/** Units: $0.1 and $0.05. */
const [imaginePrice, upscalePrice] = [50_000n, 25_000n]

beforeAll(async () => {
  stand = await openStand()
})
afterAll(() => stand[Symbol.asyncDispose]())

type Json = Readonly<Record<string, unknown>>
type Picture = Json & {
  readonly id: string
  readonly status: string
  readonly imageUrl: string
  readonly buttons: readonly { readonly customId: string; readonly label: string }[]
}

/** As the family's web clients call. */
const call = (customer: Customer | null, path: string, body?: object | string): Promise<Response> =>
  fetch(`${stand.product.address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(customer !== null && { 'mj-api-secret': customer.key }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

async function submit(customer: Customer, path: string, body: object): Promise<string> {
  const response = await call(customer, path, body)
  const answer = (await response.json()) as Json
  expect(answer).toMatchObject({ code: path.includes('modal') ? 1 : expect.any(Number) })
  expect(response.status).toBe(200)
  return String(answer['result'])
}

const imagine = (customer: Customer, orders: string, prefix = ''): Promise<string> =>
  submit(customer, `${prefix}/mj/submit/imagine`, {
    prompt: `a red fox [[sandbox: ${orders}]] --turbo`,
    base64Array: [],
    notifyHook: 'http://169.254.169.254/',
    state: 'mine',
  })

const fetched = async (customer: Customer, id: string): Promise<Picture> =>
  (await (await call(customer, `/mj/task/${id}/fetch`)).json()) as Picture

async function ended(customer: Customer, id: string): Promise<Picture> {
  for (;;) {
    const picture = await fetched(customer, id)
    if (picture.status === 'SUCCESS' || picture.status === 'FAILURE') return picture
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const balanceOf = async ({ id }: Customer): Promise<bigint> =>
  (await stand.product.server.stores.ledger.reader.balance(`wallet:${id}`)).balance

const taskOf = (id: string) =>
  stand.product.server.stores.db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
    .executeTakeFirstOrThrow()

const rowsOf = ({ id }: Customer) =>
  stand.product.server.stores.db
    .selectFrom('usage_log')
    .select(['type', 'quota', 'model', 'error_code'])
    .where('user_id', '=', id)
    .where('type', '<>', 4n)
    .orderBy('id')
    .execute()

describe('a picture of Midjourney', () => {
  test('is charged when it is accepted, shows its progress, and is read through a link', async () => {
    const customer = await stand.customer({ balance: 1_000_000 })
    const id = await imagine(customer, 'delay-ms=100')
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(await balanceOf(customer)).toBe(1_000_000n - imaginePrice)
    const picture = await ended(customer, id)
    expect(picture).toMatchObject({
      id,
      action: 'IMAGINE',
      prompt: 'a red fox [[sandbox: delay-ms=100]]',
      state: 'mine',
      status: 'SUCCESS',
      progress: '100%',
      failReason: '',
      botType: 'MID_JOURNEY',
    })
    for (const time of ['submitTime', 'startTime', 'finishTime']) {
      expect(picture[time]).toBeGreaterThan(1_700_000_000_000)
    }
    expect(picture.buttons.map(({ label }) => label)).toContain('U4')
    expect(picture.imageUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mj\/image\/[0-9a-f]{32}\/0\//)
    const image = await fetch(picture.imageUrl)
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(image.headers.get('x-content-type-options')).toBe('nosniff')
    expect(image.headers.get('content-security-policy')).toContain('sandbox')
    const bytes = Buffer.from(await image.arrayBuffer())
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect((await call(customer, `/mj/image/${id}`)).status).toBe(200)
    const seed = (await (await call(customer, `/mj/task/${id}/image-seed`)).json()) as Json
    expect(seed).toMatchObject({ code: 1, result: expect.stringMatching(/^\d+$/) })
    expect(await rowsOf(customer)).toMatchObject([
      { type: 2n, quota: imaginePrice, model: 'mj_imagine' },
    ])
    expect((await taskOf(id)).request).not.toContain('169.254')
  })

  test('that fails is given back once and whole, and says why', async () => {
    const customer = await stand.customer({ balance: 1_000_000 })
    const id = await imagine(customer, 'delay-ms=0 task=failed')
    expect(await ended(customer, id)).toMatchObject({
      status: 'FAILURE',
      progress: '100%',
      failReason: 'The sandbox was told to fail this picture',
      imageUrl: '',
      buttons: [],
    })
    expect(await balanceOf(customer)).toBe(1_000_000n)
    expect(await rowsOf(customer)).toMatchObject([
      { type: 2n, quota: imaginePrice },
      { type: 6n, quota: -imaginePrice },
    ])
  })

  test.each(['lost', 'wrong-file'])('that is %s is given back', async (end) => {
    const customer = await stand.customer({ balance: 1_000_000 })
    const id = await imagine(customer, `delay-ms=0 task=${end}`)
    expect(await ended(customer, id)).toMatchObject({ status: 'FAILURE', imageUrl: '' })
    expect(await balanceOf(customer)).toBe(1_000_000n)
  })

  test('is upscaled, changed and zoomed by the channel and the key that made it', async () => {
    const customer = await stand.customer({ balance: 1_000_000 })
    const id = await imagine(customer, 'delay-ms=0', '/mj-turbo')
    const { buttons } = await ended(customer, id)
    const parent = await taskOf(id)
    const byLabel = (label: string) =>
      buttons.find((button) => button.label === label)?.customId ?? ''
    const upscaled = await submit(customer, '/mj/submit/action', {
      taskId: id,
      customId: byLabel('U2'),
    })
    const picture = await ended(customer, upscaled)
    expect(picture).toMatchObject({ action: 'UPSCALE', status: 'SUCCESS' })
    const task = await taskOf(upscaled)
    expect(task).toMatchObject({
      model: 'mj_upscale',
      charged: upscalePrice,
      channel_id: parent.channel_id,
      channel_key_id: parent.channel_key_id,
      parent_id: parent.id,
    })
    expect(JSON.parse(task.request)).toMatchObject({ speed: 'turbo', prefix: '/mj-turbo' })
    for (const [path, body, action] of [
      ['change', { taskId: id, action: 'VARIATION', index: 3 }, 'VARIATION'],
      ['change', { taskId: id, action: 'REROLL' }, 'REROLL'],
      ['simple-change', { content: `${id} U1` }, 'UPSCALE'],
    ] as const) {
      const changed = await submit(customer, `/mj/submit/${path}`, body)
      expect(await ended(customer, changed)).toMatchObject({ action, status: 'SUCCESS' })
    }
    const zoom = picture.buttons.find(({ customId }) => customId.includes('CustomZoom'))
    const asked = await call(customer, '/mj/submit/action', {
      taskId: upscaled,
      customId: zoom?.customId,
    })
    const waiting = (await asked.json()) as Json
    expect(waiting).toMatchObject({ code: 21, description: 'Waiting for window confirm' })
    const window = String(waiting['result'])
    expect(await fetched(customer, window)).toMatchObject({ status: 'MODAL' })
    const modal = await submit(customer, '/mj/submit/modal', { taskId: window, prompt: 'wider' })
    expect(await ended(customer, modal)).toMatchObject({ action: 'MODAL', status: 'SUCCESS' })
  })

  test('is described, shortened, blended, and given another face', async () => {
    const customer = await stand.customer({ balance: 1_000_000 })
    const base64 = 'data:image/png;base64,iVBORw0KGgo='
    for (const [path, body, action] of [
      ['submit/describe', { base64 }, 'DESCRIBE'],
      ['submit/shorten', { prompt: 'a very long prompt' }, 'SHORTEN'],
      ['submit/blend', { base64Array: [base64, base64], dimensions: 'SQUARE' }, 'BLEND'],
      ['insight-face/swap', { sourceBase64: base64, targetBase64: base64 }, 'SWAP_FACE'],
    ] as const) {
      const id = await submit(customer, `/mj/${path}`, body)
      expect((await taskOf(id)).request).not.toContain('base64,')
      expect(await ended(customer, id)).toMatchObject({ action, status: 'SUCCESS' })
    }
  })

  test('is priced by its speed where the price list says so', async () => {
    const customer = await stand.customer({ balance: 1_000_000 })
    await stand.root.client.createChannel({
      body: {
        type: 900,
        name: 'relaxed',
        group: ['default'],
        models: ['mj_relax_imagine'],
        key: 'none',
        base_url: 'http://sandbox',
      },
    })
    const id = await imagine(customer, 'delay-ms=0', '/mj-relax')
    expect(await taskOf(id)).toMatchObject({ model: 'mj_relax_imagine', charged: imaginePrice })
    await ended(customer, id)
  })
})

describe('a foreign picture', () => {
  test('is unknown to everybody else, and so are its file and its link', async () => {
    const [owner, other] = [await stand.customer(), await stand.customer({ balance: 1_000_000 })]
    const rich = await stand.customer({ balance: 1_000_000 })
    expect(owner.id).not.toBe(rich.id)
    const id = await imagine(rich, 'delay-ms=0')
    const { imageUrl, buttons } = await ended(rich, id)
    const customId = buttons[0]?.customId
    for (const unknown of [id, '1', '0'.repeat(32), '..%2f..%2fetc']) {
      for (const [path, body] of [
        [`/mj/task/${unknown}/fetch`, undefined],
        [`/mj/task/${unknown}/image-seed`, undefined],
        [`/mj/image/${unknown}`, undefined],
        ['/mj/submit/action', { taskId: unknown, customId }],
        ['/mj/submit/change', { taskId: unknown, action: 'UPSCALE', index: 1 }],
        ['/mj/submit/modal', { taskId: unknown, prompt: 'mine' }],
        [`/mj/task/${unknown}/cancel`, {}],
      ] as const) {
        const response = await call(other, path, body)
        expect(response.status, path).toBe(404)
        expect(await response.json()).toMatchObject({ code: 4, result: null })
      }
    }
    const listed = await call(other, '/mj/task/list-by-condition', { ids: [id] })
    expect(await listed.json()).toEqual([])
    const own = await call(rich, '/mj/task/list-by-condition', { ids: [id, 'x', 7] })
    expect(await own.json()).toMatchObject([{ id }])
    for (const forged of [
      imageUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      imageUrl.replace('/0/', '/1/'),
      imageUrl.replace(/\/0\/.*/, ''),
    ]) {
      expect((await fetch(forged)).ok).toBe(false)
    }
    expect(await balanceOf(other)).toBe(1_000_000n)
  })

  test('is changed by no notice: without its secret it is refused, with it it is asked about', async () => {
    const customer = await stand.customer({ balance: 1_000_000 })
    const id = await imagine(customer, 'task=never')
    const before = await taskOf(id)
    const forged = { id, status: 'SUCCESS', progress: '100%', imageUrl: 'http://127.0.0.1/' }
    for (const path of [
      '/mj/notify',
      `/mj/notify/${before.id}/${'A'.repeat(43)}`,
      `/mj/notify/${id}/x`,
    ]) {
      for (const whose of [customer, null]) {
        expect((await call(whose, path, forged)).status).toBe(404)
      }
    }
    const { seal, db } = stand.product.server.stores
    await db
      .updateTable('tasks')
      .set({ poll_at: 9_000_000_000_000n })
      .where('id', '=', before.id)
      .execute()
    const secret = seal.sign(`callback ${before.id}`, 'links of tasks').toString('base64url')
    expect((await call(null, `/mj/notify/${before.id}/${secret}`, forged)).status).toBe(200)
    expect((await taskOf(id)).poll_at).toBeLessThan(9_000_000_000_000n)
    expect(await fetched(customer, id)).toMatchObject({ status: expect.not.stringMatching('SUCC') })
  })
})

describe('a request is refused', () => {
  test('for an action, an index or a button that this picture does not offer', async () => {
    const customer = await stand.customer({ balance: 1_000_000 })
    const id = await imagine(customer, 'delay-ms=0')
    await ended(customer, id)
    const balance = await balanceOf(customer)
    for (const [path, body, status] of [
      ['submit/fly', {}, 404],
      ['submit/constructor', {}, 404],
      ['submit/change', { taskId: id, action: 'DELETE', index: 1 }, 400],
      ['submit/change', { taskId: id, action: 'UPSCALE', index: 5 }, 400],
      ['submit/change', { taskId: id, action: 'UPSCALE' }, 400],
      ['submit/simple-change', { content: `${id} u9` }, 400],
      ['submit/action', { taskId: id, customId: 'MJ::JOB::upsample::1::foreign' }, 400],
      ['submit/action', { taskId: id, customId: 'MJ::BOOKMARK::x' }, 400],
      ['submit/action', { taskId: id }, 400],
      ['submit/modal', { taskId: id }, 409],
      ['submit/imagine', {}, 400],
      ['submit/imagine', { prompt: 'x'.repeat(40_000) }, 400],
      ['submit/imagine', { prompt: 'a fox --repeat 40' }, 400],
      ['submit/imagine', { prompt: 'a {red, blue} fox' }, 400],
      ['submit/imagine', { prompt: 'x', base64Array: ['http://169.254.169.254/'] }, 400],
      ['submit/describe', {}, 400],
      ['submit/blend', { base64Array: ['data:image/png;base64,AA=='] }, 400],
      ['submit/imagine', '[]', 400],
      ['submit/imagine', 'x'.repeat(9_000_000), 413],
    ] as const) {
      const response = await call(customer, `/mj/${path}`, body)
      expect(response.status, `${path} ${JSON.stringify(body).slice(0, 80)}`).toBe(status)
      expect(await response.json()).toMatchObject({ code: 4, description: expect.any(String) })
    }
    expect(await balanceOf(customer)).toBe(balance)
  })

  test('without a key, without money, and for a banned word as the family says it', async () => {
    expect((await call(null, '/mj/submit/imagine', { prompt: 'x' })).status).toBe(401)
    const poor = await stand.customer({ balance: 10 })
    expect((await call(poor, '/mj/submit/imagine', { prompt: 'x' })).status).toBe(402)
    const customer = await stand.customer({ balance: 1_000_000 })
    const banned = await call(customer, '/mj/submit/imagine', { prompt: 'a banned-word' })
    expect(banned.status).toBe(200)
    expect(await banned.json()).toMatchObject({ code: 24 })
    expect(await balanceOf(customer)).toBe(1_000_000n)
  })

  test('at the address of other pictures', async () => {
    const customer = await stand.customer({ balance: 1_000_000 })
    const body = { model: 'mj_imagine', prompt: 'a fox' }
    const response = await stand.ask(customer, body, { path: '/v1/images/generations' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('/mj/submit/imagine')
  })
})

test('the books agree in the end', async () => {
  const { db, database, ledger, dataFolder } = stand.product.server.stores
  const parts = { db, dialect: database.dialect, reader: ledger.reader, clock: systemClock }
  const wrong = (await examineBooks({ ...parts, dataFolder })).filter(({ ok }) => !ok)
  expect(wrong).toEqual([])
})
