import { DatabaseSync } from 'node:sqlite'
import { eventually } from '@posthouse/testkit/books'
import { roleFrame, textFrame } from '@posthouse/testkit/chat-frames'
import { openMockUpstream, type MockUpstream } from '@posthouse/testkit/mock-upstream'
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
