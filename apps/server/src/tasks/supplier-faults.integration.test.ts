import type { MockCall } from '@posthouse/testkit/mock-upstream'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'

/*
 * A supplier that answers what no supplier should. Whatever it does, the task ends, and nobody pays for nothing.
 */

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
  for (const [name, priority] of [
    ['evil', 20],
    ['next', 10],
  ] as const) {
    await stand.root.client.createChannel({
      body: {
        type: 8,
        name,
        group: ['default'],
        models: ['evil/video'],
        key: 'sk-upstream-canary-0123456789',
        base_url: `${stand.upstream.url}/${name}`,
        priority,
      },
    })
  }
  await stand.root.client.createPrice({
    body: { model: 'evil/video', type: 'times', channel_type: 8, input: '1', output: '1' },
  })
})
afterAll(() => stand[Symbol.asyncDispose]())

type Video = {
  readonly id: string
  readonly status: string
  readonly error: { code: string } | null
}

/** The supplier accepts; `poll` answers what it is asked about a video, `content` what it is asked for its file. */
function play(poll: (call: MockCall) => unknown, content: (call: MockCall) => unknown): void {
  stand.upstream.on('evil/video', (call) => call.json(200, { id: 'video_1', status: 'queued' }))
  stand.upstream.onAny(async (call) => {
    await (call.path.endsWith('/content') ? content(call) : poll(call))
  })
}

const completed = (call: MockCall): void =>
  call.json(200, { id: 'video_1', status: 'completed', progress: 100 })

const submit = (customer: Customer): Promise<Response> =>
  stand.ask(customer, { model: 'evil/video', prompt: 'a square' }, { path: '/v1/videos' })

async function failed(customer: Customer): Promise<Video> {
  const { id } = (await (await submit(customer)).json()) as Video
  for (;;) {
    const response = await fetch(`${stand.product.address}/v1/videos/${id}`, {
      headers: { authorization: `Bearer ${customer.key}` },
    })
    const video = (await response.json()) as Video
    if (video.status === 'failed') return video
    expect(video.status).not.toBe('completed')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const moneyOf = async ({ id }: Customer) => {
  const { balance, held } = await stand.product.server.stores.ledger.reader.balance(`wallet:${id}`)
  return { balance, held }
}

const whole = { balance: 10_000n, held: 0n }

async function expireAll(): Promise<void> {
  await stand.product.server.stores.db
    .updateTable('tasks')
    .set({ deadline_at: 1n, poll_at: 1n })
    .where('open', '=', 1n)
    .execute()
}

test('a redirect to a private address is followed by nobody', async () => {
  const customer = await stand.customer({ balance: 10_000 })
  const inside = `${stand.upstream.url}/inside/secret`
  play(completed, (call) => call.text(302, '', { location: inside }))
  expect(await failed(customer)).toMatchObject({ error: { code: 'result' } })
  expect(stand.upstream.calls.some(({ channel }) => channel === 'inside')).toBe(false)
  expect(await moneyOf(customer)).toEqual(whole)
})

test('a file that is a page is not kept', async () => {
  const customer = await stand.customer({ balance: 10_000 })
  play(completed, (call) => call.text(200, '<script>1</script>', { 'content-type': 'video/mp4' }))
  expect(await failed(customer)).toMatchObject({ error: { code: 'result' } })
  expect(await moneyOf(customer)).toEqual(whole)
})

test('an endless answer is cut off, and the task expires', async () => {
  const customer = await stand.customer({ balance: 10_000 })
  const abandoned = Promise.withResolvers<void>()
  play(async (call) => {
    call.head(200, { 'content-type': 'application/json' })
    while (await call.write(`{"status":"${'x'.repeat(65_536)}"`));
    abandoned.resolve()
  }, completed)
  const ending = failed(customer)
  await abandoned.promise
  await expireAll()
  expect(await ending).toMatchObject({ error: { code: 'deadline' } })
  expect(await moneyOf(customer)).toEqual(whole)
})

test('a supplier that may have accepted is the last that is asked', async () => {
  const customer = await stand.customer({ balance: 10_000 })
  stand.upstream.on('evil/video', (call) => call.reset())
  const before = stand.upstream.of('evil/video').length
  expect((await submit(customer)).status).toBe(503)
  expect(stand.upstream.of('evil/video').length).toBe(before + 1)
  expect(await moneyOf(customer)).toEqual(whole)
})

test('a supplier that refuses is followed by the next', async () => {
  const customer = await stand.customer({ balance: 10_000 })
  stand.upstream.on('evil/video', (call) =>
    call.channel === 'evil'
      ? call.text(200, '<html></html>', { 'content-type': 'text/html' })
      : call.json(200, { id: 'video_2', status: 'in_progress', progress: 7 }),
  )
  const video = (await (await submit(customer)).json()) as Video
  expect(video).toMatchObject({ status: 'in_progress', progress: 7 })
  const { channel_id: id } = await stand.product.server.stores.db
    .selectFrom('tasks')
    .innerJoin('channels', 'channels.id', 'tasks.channel_id')
    .select(['channel_id', 'channels.name'])
    .where('channels.name', '=', 'next')
    .executeTakeFirstOrThrow()
  expect(id).toBeGreaterThan(0n)
})
