import type { NewWork, Work } from '@posthouse/contract/calls/works'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let stand: Stand

const models = {
  'own/picture': 'sandbox/image',
  'own/voice': 'sandbox/speech',
  'own/ear': 'sandbox/transcribe',
  'own/film': 'sandbox/video',
}

beforeAll(async () => {
  stand = await openStand()
  const body = {
    type: 900,
    name: 'studio',
    group: ['default'],
    models: Object.keys(models),
    key: 'none',
    base_url: 'http://sandbox',
    model_mapping: JSON.stringify(
      Object.fromEntries(Object.entries(models).map(([name, own]) => [name, `+${own}`])),
    ),
  }
  await stand.root.client.createChannel({ body })
  for (const model of Object.keys(models)) {
    await stand.root.client.createPrice({
      body: { model, type: 'times', channel_type: 900, input: '2', output: '2' },
    })
  }
})
afterAll(() => stand[Symbol.asyncDispose]())

type Part = {
  readonly field: string
  readonly name: string
  readonly type: string
  readonly bytes: string | ArrayBuffer
}

function formOf(work: unknown, files: readonly Part[]): FormData {
  const form = new FormData()
  form.set('work', JSON.stringify(work))
  for (const { field, name, type, bytes } of files)
    form.append(field, new Blob([bytes], { type }), name)
  return form
}

const send = ({ browser }: Customer, work: unknown, files: readonly Part[] = []) =>
  browser.fetch(`${stand.product.address}/api/work/`, {
    method: 'POST',
    body: formOf(work, files),
    headers: { 'accept-language': 'en' },
  })

type Body = Readonly<Record<string, unknown>> & {
  readonly model: string
  readonly prompt?: string
  readonly input?: string
}

const asked = (studio: NewWork['studio'], path: string, body: Body) => ({
  studio,
  model: body.model,
  title: (body.prompt ?? body.input ?? 'a file').slice(0, 80),
  inputs: { note: 'kept as typed', ...body },
  path,
  body,
})

async function run(customer: Customer, work: unknown, files: readonly Part[] = []): Promise<Work> {
  const response = await send(customer, work, files)
  const answer = (await response.json()) as { success: boolean; data: Work; message: string }
  expect(answer.message).toBe('')
  return answer.data
}

async function ended({ browser }: Customer, { id }: Work): Promise<Work> {
  for (;;) {
    const work = await browser.client.getWork({ params: { id } })
    if (work.status !== 'running' && (work.quota !== null || work.status === 'failed')) return work
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const read = ({ browser }: Customer, url: string, headers: Record<string, string> = {}) =>
  browser.fetch(`${stand.product.address}${url}`, { headers })

const refusalOf = async (response: Response) => {
  const { code, fields } = (await response.json()) as { code: string; fields?: object }
  return { status: response.status, code, ...(fields && { fields: Object.keys(fields) }) }
}

const picture = asked('image', '/v1/images/generations', {
  model: 'own/picture',
  prompt: 'a mill by a river',
  n: 2,
})

describe('a work of a studio', () => {
  test('keeps pictures with what was typed, and tells what they cost', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const begun = await run(customer, picture)
    expect(begun).toMatchObject({
      studio: 'image',
      title: 'a mill by a river',
      model: 'own/picture',
    })
    const work = await ended(customer, begun)
    expect(work).toMatchObject({
      status: 'succeeded',
      inputs: { note: 'kept as typed', n: 2 },
      files: [{ media_type: 'image/png' }, { media_type: 'image/png' }],
      failure: '',
    })
    const row = await customer.browser.client.explainCharge({ params: { id: work.log_id } })
    expect(row.quota).toBe(work.quota)
    expect(work.quota).toBeGreaterThan(0)
    const file = await read(customer, work.files[1]?.url ?? '')
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect((await file.arrayBuffer()).byteLength).toBe(work.files[1]?.bytes)
    const part = await read(customer, work.files[0]?.url ?? '', { range: 'bytes=0-3' })
    expect(part.status).toBe(206)
    expect((await part.arrayBuffer()).byteLength).toBe(4)
  })

  test('sends a picture in a form, and gives it back to its owner', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const first = await ended(customer, await run(customer, picture))
    const bytes = await (await read(customer, first.files[0]?.url ?? '')).arrayBuffer()
    const edit = {
      ...asked('image', '/v1/images/edits', { model: 'own/picture', prompt: 'the mill at night' }),
      form: true,
    }
    const files = [{ field: 'image', name: 'mill.png', type: 'image/png', bytes }]
    const work = await ended(customer, await run(customer, edit, files))
    expect(work).toMatchObject({
      status: 'succeeded',
      sent: [{ field: 'image', file_name: 'mill.png', media_type: 'image/png' }],
      files: [{ media_type: 'image/png' }],
    })
    const again = await (await read(customer, work.sent[0]?.url ?? '')).arrayBuffer()
    expect(Buffer.from(again).equals(Buffer.from(bytes))).toBe(true)
  })

  test('plays speech while it comes', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const body = { model: 'own/voice', input: 'Good morning. '.repeat(20), voice: 'alloy' }
    const begun = await run(customer, asked('speech', '/v1/audio/speech', body))
    let sound = await read(customer, `/api/work/file/${begun.id}/0`)
    while (sound.status === 404) sound = await read(customer, `/api/work/file/${begun.id}/0`)
    expect(sound.headers.get('content-type')).toBe('audio/mpeg')
    const length = (await sound.arrayBuffer()).byteLength
    const work = await ended(customer, begun)
    expect(work.files).toMatchObject([{ media_type: 'audio/mpeg', bytes: length }])
  })

  test('writes down what a file says', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const voice = asked('speech', '/v1/audio/speech', {
      model: 'own/voice',
      input: 'one two',
      voice: 'alloy',
      response_format: 'wav',
    })
    const spoken = await ended(customer, await run(customer, voice))
    const bytes = await (await read(customer, spoken.files[0]?.url ?? '')).arrayBuffer()
    const body = { model: 'own/ear', response_format: 'verbose_json' }
    const heard = { ...asked('transcription', '/v1/audio/transcriptions', body), form: true }
    const files = [{ field: 'file', name: 'note.wav', type: 'audio/wav', bytes }]
    const work = await ended(customer, await run(customer, heard, files))
    expect(work.files).toMatchObject([{ media_type: 'application/json' }])
    const text = await (await read(customer, work.files[0]?.url ?? '')).text()
    expect(JSON.parse(text)).toMatchObject({ segments: [{ start: 0 }] })
  })

  test('follows a task to its file', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const body = { model: 'own/film', prompt: 'a mill [[sandbox: delay-ms=0]]' }
    const work = await ended(customer, await run(customer, asked('video', '/v1/videos', body)))
    expect(work).toMatchObject({
      status: 'succeeded',
      quota: 2_000,
      log_id: work.task_id,
      files: [{ media_type: 'video/mp4' }],
    })
  })

  test('says why a task failed, and what was given back', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const body = { model: 'own/film', prompt: 'a mill [[sandbox: delay-ms=0 task=failed]]' }
    const work = await ended(customer, await run(customer, asked('video', '/v1/videos', body)))
    expect(work).toMatchObject({ status: 'failed', quota: 2_000, refunded: 2_000 })
    expect(work.failure).not.toBe('')
  })

  test('says why the gateway refused, and keeps what was typed', async () => {
    const poor = await stand.customer({ balance: 0 })
    const work = await ended(poor, await run(poor, picture))
    expect(work).toMatchObject({ status: 'failed', inputs: { n: 2 }, files: [] })
    expect(work.failure_code).toBe('insufficient_quota')
    expect(work.failure).not.toBe('')
  })
})

describe('works in a list', () => {
  test('are found by words, and gone when they are deleted', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const mill = await ended(customer, await run(customer, picture))
    await run(
      customer,
      asked('speech', '/v1/audio/speech', { model: 'own/voice', input: '100% silk', voice: 'a' }),
    )
    const { client } = customer.browser
    const found = await client.listOwnWorks({ query: { keyword: '0% SILK' } })
    expect(found.data.map(({ title }) => title)).toEqual(['100% silk'])
    expect((await client.listOwnWorks({ query: { studio: 'image' } })).total_count).toBe(1)
    await client.deleteWork({ params: { id: mill.id } })
    await expect(client.getWork({ params: { id: mill.id } })).rejects.toMatchObject({ status: 404 })
    const file = await read(customer, mill.files[0]?.url ?? '')
    expect(file.status).toBe(404)
  })

  test('are nobody else’s', async () => {
    const [customer, stranger] = [await stand.customer({ balance: 10_000 }), await stand.customer()]
    const work = await ended(customer, await run(customer, picture))
    const { client } = stranger.browser
    const params = { id: work.id }
    await expect(client.getWork({ params })).rejects.toMatchObject({ status: 404 })
    await expect(client.deleteWork({ params })).rejects.toMatchObject({ status: 404 })
    await expect(stand.root.client.getWork({ params })).rejects.toMatchObject({ status: 404 })
    expect((await read(stranger, work.files[0]?.url ?? '')).status).toBe(404)
    expect((await client.listOwnWorks({ query: {} })).total_count).toBe(0)
    expect((await read(customer, work.files[0]?.url ?? '')).status).toBe(200)
  })
})

describe('bad input', () => {
  test('is refused before anything is called', async () => {
    const customer = await stand.customer({ balance: 10_000 })
    const elsewhere = await send(customer, { ...picture, path: '/v1/chat/completions' })
    expect(await refusalOf(elsewhere)).toMatchObject({ code: 'request.invalid', fields: ['path'] })
    const climbing = await send(customer, {
      ...picture,
      studio: 'video',
      path: '/v1/videos/../../api/user/1/remix',
    })
    expect(await refusalOf(climbing)).toMatchObject({ code: 'request.invalid', fields: ['path'] })
    const noForm = await customer.browser.fetch(`${stand.product.address}/api/work/`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(await refusalOf(noForm)).toMatchObject({ status: 400, code: 'work.form' })
    expect(await refusalOf(await send(customer, 'no object'))).toMatchObject({
      code: 'request.invalid',
    })
    await stand.set('UploadLimit', 20_000)
    const large = { field: 'image', name: 'a.png', type: 'image/png', bytes: 'x'.repeat(30_000) }
    const tooLarge = await send(customer, picture, [large])
    expect(await refusalOf(tooLarge)).toMatchObject({ status: 413, code: 'request.too-large' })
    await stand.set('UploadLimit', 128 * 1024 * 1024)
    expect((await customer.browser.client.listOwnWorks({ query: {} })).total_count).toBe(0)
  })
})
