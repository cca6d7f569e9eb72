import { DatabaseSync } from 'node:sqlite'
import { eventually } from '@posthouse/testkit/books'
import { roleFrame, textFrame } from '@posthouse/testkit/chat-frames'
import { holdWorks } from '@posthouse/testkit/held-works'
import { openMockUpstream, type MockUpstream } from '@posthouse/testkit/mock-upstream'
import { rootPassword } from '@posthouse/testkit/product'
import type { ServerProcess } from '@posthouse/testkit/server-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStation, type Station, stationModel } from './station.ts'

let upstream: MockUpstream
let station: Station

beforeAll(async () => {
  upstream = await openMockUpstream()
  station = await openStation(upstream)
})
afterAll(async () => {
  await station.remove()
  await upstream.close()
})

async function call(server: ServerProcess, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${server.address}/v1/responses${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${station.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify({ model: stationModel, ...body }) }),
  })
  return await response.json()
}

function count(sql: string): number {
  const database = new DatabaseSync(station.databaseFile, { readOnly: true })
  try {
    return Number(database.prepare(sql).get()?.['n'])
  } finally {
    database.close()
  }
}

test('a response made in the background has failed, and cost nothing, once its process was killed', async () => {
  upstream.onAny(async (answer) => {
    answer.stream()
    await answer.write(roleFrame + textFrame('Rain'))
  })
  const first = station.start()
  await first.ready
  const asked = { input: 'x', background: true }
  const runs = (await Promise.all(
    Array.from({ length: 8 }, () => call(first, '', asked)),
  )) as readonly { readonly id: string }[]
  await eventually('every run is upstream', () => (upstream.calls.length === 8 ? true : null))
  first.kill('SIGKILL')
  await first.exited

  const second = station.start()
  await second.ready
  for (const { id } of runs)
    expect(await call(second, `/${id}`)).toMatchObject({ status: 'failed' })
  await eventually('the end of every hold', () =>
    count(`select count(*) as n from ledger_holds where state = 'pending'`) === 0 ? true : null,
  )
  expect(count(`select count(*) as n from ledger_operations where kind = 'charge'`)).toBe(0)
  expect(count('select count(*) as n from responses where under_way = 1')).toBe(0)
  second.kill('SIGTERM')
  expect(await second.exited).toBe(0)
})

async function signedIn(server: ServerProcess): Promise<string> {
  const answer = await fetch(`${server.address}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password: rootPassword }),
  })
  await answer.text()
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function paint(server: ServerProcess, cookie: string): Promise<string> {
  const form = new FormData()
  const body = { model: stationModel, prompt: 'a house' }
  const call = { path: '/v1/images/generations', body, form: false }
  const work = { studio: 'image', model: stationModel, title: 'a house', inputs: {}, ...call }
  form.set('work', JSON.stringify(work))
  const asked = { method: 'POST', headers: { cookie }, body: form }
  const answer = await (await fetch(`${server.address}/api/work/`, asked)).json()
  return (answer as { code?: string }).code ?? 'begun'
}

test('works of a killed process have failed, and leave their room to new ones', async () => {
  const before = upstream.calls.length
  upstream.onAny(() => new Promise(() => {}))
  const first = station.start()
  await first.ready
  const cookie = await signedIn(first)
  holdWorks([first.address], cookie, 4)
  const paints = await Promise.all(Array.from({ length: 8 }, () => paint(first, cookie)))
  expect(paints).toEqual(paints.map(() => 'begun'))
  await eventually('every work is upstream', () =>
    upstream.calls.length === before + 8 ? true : null,
  )
  const open = `select count(*) as n from works where finished_at is null`
  await eventually('room for twelve', () => (count(open) === 12 ? true : null))
  expect(await paint(first, cookie)).toBe('work.too-many')
  first.kill('SIGKILL')
  await first.exited

  const second = station.start()
  await second.ready
  expect(count(open)).toBe(0)
  expect(count(`select count(*) as n from works where failure_code = 'work.lost'`)).toBe(8)
  expect(await paint(second, cookie)).toBe('begun')
  second.kill('SIGKILL')
  await second.exited
})
