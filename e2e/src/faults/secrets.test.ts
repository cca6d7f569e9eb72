import { rootPassword } from '@posthouse/testkit/product'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { openMockUpstream, type MockUpstream } from '@posthouse/testkit/mock-upstream'
import type { ServerProcess } from '@posthouse/testkit/server-process'
import { chatOf } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStation, type Station, stationModel } from './station.ts'

/* The server's own log at its most talkative: no key of anybody is in it. */

let upstream: MockUpstream
let station: Station
let server: ServerProcess

beforeAll(async () => {
  upstream = await openMockUpstream()
  station = await openStation(upstream)
  server = station.start('trace')
  await server.ready
})
afterAll(async () => {
  server.kill('SIGKILL')
  await server.exited
  await station.remove()
  await upstream.close()
})

const canary = 'sk-canary-that-nobody-has-0123456789'

async function ask(
  path: string,
  headers: Record<string, string> = {},
  body: unknown = chatOf(stationModel, 'hello'),
): Promise<number> {
  const response = await fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  await response.text()
  return response.status
}

test('keys in every place where clients put them stay out of the log, whatever happens', async () => {
  upstream.onAny((call) => call.json(200, chatAnswer('Rain', usageOf(5, 5))))
  const chat = '/v1/chat/completions'
  expect(await ask(`${chat}?key=${station.key}`)).toBe(200)
  expect(await ask(`//v1/chat/completions?x=1&key=${station.key}&y`)).toBe(200)
  expect(await ask(chat, { authorization: `Bearer ${station.key}` })).toBe(200)
  expect(await ask(chat, { 'x-api-key': station.key })).toBe(200)
  expect(await ask(chat, { 'x-goog-api-key': station.key })).toBe(200)
  expect(await ask(`${chat}?key=${canary}`)).toBe(401)
  expect(await ask(chat, { authorization: `Bearer ${canary}` })).toBe(401)
  expect(await ask(`${chat}?key=${station.key}`, {}, { n: 0 })).toBe(400)
  expect(await ask(`/v1/nothing-here?key=${station.key}`)).toBeGreaterThanOrEqual(400)
  expect(await ask(`/api/token/?key=${station.key}`)).toBeGreaterThanOrEqual(400)
  await (await fetch(`${server.address}/v1/models?key=${station.key}`)).text()

  upstream.onAny((call) =>
    call.json(401, {
      error: { message: `Incorrect API key: ${String(call.headers['authorization'])}` },
    }),
  )
  expect(await ask(`${chat}?key=${station.key}`)).toBe(503)
  upstream.onAny((call) => call.reset())
  expect(await ask(`${chat}?key=${station.key}`)).toBe(503)

  const root = await server.root()
  await root.listTokens({ query: {} })
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  const lines = server.output() + server.errors()
  expect(lines).toContain('"level":')
  for (const secret of [station.key, canary, 'sk-upstream', rootPassword]) {
    expect(lines).not.toContain(secret)
  }
  // Nor in the head of a line as a URL would carry it.
  expect(lines).not.toContain('key=sk-')
})
