import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewWork, Work } from '@posthouse/contract/calls/works'
import { holdWorks } from '@posthouse/testkit/held-works'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { expect, test, vi } from 'vitest'

test('of sixty works at once on two nodes, twelve are read', async () => {
  await using first = await openProduct()
  await using second = await openProduct({ env: { DATABASE_URL: first.url } })
  const user = await first.user({ name: 'hurried' })
  const works = holdWorks([first.address, second.address], user.cookie(), 60)
  const refused = () => works.flatMap((work) => work.refused() ?? [])
  await vi.waitFor(() => expect(refused()).toHaveLength(48), 20_000)
  expect(new Set(refused())).toEqual(new Set(['work.too-many']))
  const { db } = first.server.stores
  const open = () => db.selectFrom('works').selectAll().execute()
  expect(await open()).toHaveLength(12)
  for (const work of works) work.drop()
  await vi.waitFor(async () => expect(await open()).toEqual([]), 10_000)
})

type Answer = { readonly success: boolean; readonly message: string; readonly data: Work }

async function begin(node: Product, cookie: string, work: NewWork): Promise<Work> {
  const form = new FormData()
  form.set('work', JSON.stringify(work))
  const asked = { method: 'POST', body: form, headers: { cookie } }
  const { data, message } = (await (
    await fetch(`${node.address}/api/work/`, asked)
  ).json()) as Answer
  expect(message).toBe('')
  return data
}

const words = 'A rather long sentence that is read aloud. '.repeat(40)

const works: readonly NewWork[] = [
  {
    studio: 'image',
    model: 'sandbox/image',
    title: 'a picture',
    inputs: {},
    form: false,
    path: '/v1/images/generations',
    body: { model: 'sandbox/image', prompt: 'a picture', n: 2 },
  },
  {
    studio: 'speech',
    model: 'sandbox/speech',
    title: 'a voice',
    inputs: {},
    form: false,
    path: '/v1/audio/speech',
    body: { model: 'sandbox/speech', input: words, voice: 'alloy', response_format: 'mp3' },
  },
]

test.each(works)('two nodes with one folder both serve $title', async (work) => {
  const files = await mkdtemp(join(tmpdir(), 'posthouse-files-'))
  await using first = await openProduct({ files })
  await using second = await openProduct({ files, env: { DATABASE_URL: first.url } })
  for (const node of [first, second])
    await vi.waitFor(async () => expect(await readiness(node)).toBe('ready\n'), 15_000)
  const cookie = (await first.user({ name: 'two-places', balance: 100_000 })).cookie()
  const read = async (node: Product, id: string, name = '0') => {
    const answer = await fetch(`${node.address}/api/work/file/${id}/${name}`, {
      headers: { cookie },
    })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const { id } = await begin(first, cookie, work)
  // While it is made, too: what the other node sends does not end before the file does.
  const whole = await vi.waitFor(async () => {
    const answer = await read(second, id)
    expect(answer.status).toBe(200)
    return answer
  }, 15_000)
  await vi.waitFor(async () => {
    const row = first.server.stores.db.selectFrom('works').select('status').where('id', '=', id)
    expect(await row.executeTakeFirst()).toEqual({ status: 'succeeded' })
  }, 15_000)
  expect(await read(first, id)).toEqual(whole)
  await rm(files, { recursive: true, force: true })
})

const readiness = async (node: Product): Promise<string> =>
  (await fetch(`${node.address}/readyz`)).text()

test('a node that does not see the files of another says so', async () => {
  await using first = await openProduct()
  await using second = await openProduct({ env: { DATABASE_URL: first.url } })
  expect(await readiness(second)).toContain('task-files and work-files')
})
