import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'

let stand: Stand
const songPrice = 50_000n

beforeAll(async () => {
  stand = await openStand()
})
afterAll(() => stand[Symbol.asyncDispose]())

type Json = Readonly<Record<string, unknown>>
type Song = Json & { readonly id: string; readonly audio_url: string; readonly image_url: string }
type SongTask = Json & { readonly status: string; readonly data: readonly Song[] }

const call = ({ key }: Customer, path: string, body?: object): Promise<Response> =>
  fetch(`${stand.product.address}/suno${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function submit(customer: Customer, action: string, body: object): Promise<string> {
  const response = await call(customer, `/submit/${action}`, body)
  const answer = (await response.json()) as Json
  expect(answer).toMatchObject({ code: 'success', message: '' })
  return String(answer['data'])
}

async function ended(customer: Customer, id: string): Promise<SongTask> {
  for (;;) {
    const { data } = (await (await call(customer, `/fetch/${id}`)).json()) as { data: SongTask }
    if (data.status === 'SUCCESS' || data.status === 'FAILURE') return data
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const balanceOf = async ({ id }: Customer): Promise<bigint> =>
  (await stand.product.server.stores.ledger.reader.balance(`wallet:${id}`)).balance

test('a song is charged, heard through its links, and continued', async () => {
  const customer = await stand.customer({ balance: 1_000_000 })
  const id = await submit(customer, 'music', {
    gpt_description_prompt: 'a song of the sea [[sandbox: delay-ms=0]]',
    mv: 'chirp-v4',
    make_instrumental: false,
  })
  expect(await balanceOf(customer)).toBe(1_000_000n - songPrice)
  const task = await ended(customer, id)
  expect(task).toMatchObject({ task_id: id, action: 'MUSIC', status: 'SUCCESS', progress: '100%' })
  expect(task.data).toHaveLength(2)
  const [song] = task.data
  expect(song).toMatchObject({ title: 'a song of the sea', video_url: '' })
  const sound = await fetch(song?.audio_url ?? '')
  expect(sound.headers.get('content-type')).toBe('audio/wav')
  expect((await fetch(song?.image_url ?? '')).headers.get('content-type')).toBe('image/png')
  expect((await fetch(`${song?.audio_url}x`)).status).toBe(404)
  const further = await submit(customer, 'music', {
    prompt: 'and a shore [[sandbox: delay-ms=0]]',
    task_id: id,
    continue_clip_id: song?.id,
    continue_at: 20,
  })
  expect((await ended(customer, further)).data[0]).toMatchObject({
    title: 'and a shore (continued)',
  })
  const many = await call(customer, '/fetch', { ids: [id, further, 'x'], action: 'MUSIC' })
  expect(await many.json()).toMatchObject({ data: [{ task_id: id }, { task_id: further }] })
})

test('lyrics are written', async () => {
  const customer = await stand.customer({ balance: 1_000_000 })
  const id = await submit(customer, 'lyrics', { prompt: 'a hymn [[sandbox: delay-ms=0]]' })
  const { data } = await ended(customer, id)
  expect(data).toMatchObject({ title: 'a hymn', text: expect.stringContaining('[Chorus]') })
  expect(await balanceOf(customer)).toBe(995_000n)
})

test.each(['failed', 'lost', 'wrong-file'])('a song that is %s is given back', async (end) => {
  const customer = await stand.customer({ balance: 1_000_000 })
  const prompt = `a song [[sandbox: delay-ms=0 task=${end}]]`
  const id = await submit(customer, 'music', { prompt })
  expect(await ended(customer, id)).toMatchObject({ status: 'FAILURE', data: null })
  expect(await balanceOf(customer)).toBe(1_000_000n)
})

test('a foreign song is unknown, and bad requests are refused', async () => {
  const [owner, other] = [
    await stand.customer({ balance: 1_000_000 }),
    await stand.customer({ balance: 1_000_000 }),
  ]
  const id = await submit(owner, 'music', { prompt: 'mine [[sandbox: delay-ms=0]]' })
  const { data } = await ended(owner, id)
  const more = { prompt: 'x', continue_clip_id: data[0]?.id, continue_at: 1 }
  for (const [path, body, status] of [
    [`/fetch/${id}`, undefined, 404],
    ['/submit/music', { ...more, task_id: id }, 404],
    ['/submit/music', more, 400],
    ['/submit/music', {}, 400],
    ['/submit/music', { prompt: ['x'] }, 400],
    ['/submit/lyrics', {}, 400],
    ['/submit/dance', { prompt: 'x' }, 404],
    ['/fetch', { ids: Array.from({ length: 101 }, () => 'x') }, 400],
    [`/notify/${id}/x`, { status: 'SUCCESS' }, 404],
  ] as const) {
    const response = await call(other, path, body)
    expect(response.status, path).toBe(status)
    expect(await response.json()).toMatchObject({ data: null, message: expect.any(String) })
  }
  const listed = await call(other, '/fetch', { ids: [id] })
  expect(await listed.json()).toMatchObject({ data: [] })
  const wrong = await call(owner, '/submit/music', { ...more, task_id: id, continue_clip_id: 'x' })
  expect(wrong.status).toBe(400)
  expect(await balanceOf(other)).toBe(1_000_000n)
})
