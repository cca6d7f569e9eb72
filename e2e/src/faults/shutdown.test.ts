import { connect } from 'node:net'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { eventually } from '@posthouse/testkit/books'
import {
  chatFrames,
  doneFrame,
  roleFrame,
  stopFrame,
  textFrame,
  usageFrame,
  usageOf,
} from '@posthouse/testkit/chat-frames'
import { openMockUpstream, type MockUpstream } from '@posthouse/testkit/mock-upstream'
import { readStream } from '@posthouse/testkit/read-stream'
import type { ServerProcess } from '@posthouse/testkit/server-process'
import { chatOf, priceOf } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStation, type Station, stationModel } from './station.ts'

let upstream: MockUpstream
let station: Station

beforeAll(async () => {
  upstream = await openMockUpstream()
  station = await openStation(upstream)
})
beforeEach(() => {
  upstream.calls.length = 0
})
afterAll(async () => {
  await station.remove()
  await upstream.close()
})

const streams = 8

function askStream(server: ServerProcess, content: string): Promise<Response> {
  return fetch(`${server.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${station.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(chatOf(stationModel, content, { stream: true })),
  })
}

/** Answers half, and the rest when it is told to. */
function answerInHalves(): { goOn(): void } {
  const rest = Promise.withResolvers<void>()
  upstream.onAny(async (call) => {
    call.stream()
    await call.write(roleFrame + textFrame('Rain'))
    await rest.promise
    await call.write(textFrame(' falls') + stopFrame + usageFrame(usageOf(4, 2)) + doneFrame)
    call.end()
  })
  return { goOn: () => rest.resolve() }
}

async function openStreams(server: ServerProcess): Promise<Response[]> {
  const responses = await Promise.all(
    Array.from({ length: streams }, (_, at) => askStream(server, `stream ${at}`)),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(streams).fill(200))
  return responses
}

function holdStates(): Record<string, number> {
  const database = new DatabaseSync(station.databaseFile, { readOnly: true })
  const rows = database
    .prepare('select state, count(*) as n from ledger_holds group by state')
    .all() as { state: string; n: number }[]
  database.close()
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

const isRefused = async ({ address }: ServerProcess): Promise<boolean> => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  try {
    await once(socket, 'connect')
    return false
  } catch {
    return true
  } finally {
    socket.destroy()
  }
}

describe.each(['SIGTERM', 'SIGINT'] as const)('after %s', (signal) => {
  test('open streams finish and are charged, nothing new is let in, and the server ends with 0', async () => {
    const server = station.start()
    await server.ready
    const settledBefore = holdStates()['settled'] ?? 0
    const answers = answerInHalves()
    const responses = await openStreams(server)
    server.kill(signal)
    await eventually('the end of listening', async () => ((await isRefused(server)) ? true : null))
    expect(server.process.exitCode).toBeNull()
    answers.goOn()
    const seen = await Promise.all(responses.map(readStream))
    for (const stream of seen) {
      expect(stream).toMatchObject({ text: 'Rain falls', done: true, error: null, broken: false })
    }
    expect(await server.exited).toBe(0)
    expect(server.errors()).toBe('')
    expect(holdStates()).toEqual({ settled: settledBefore + streams })
    const database = new DatabaseSync(station.databaseFile, { readOnly: true })
    const last = database
      .prepare('select quota, outcome from usage_log where type = 2 order by id desc limit ?')
      .all(streams)
    database.close()
    expect(last).toEqual(Array(streams).fill({ quota: priceOf(4, 2), outcome: 'complete' }))
  })
})

test('a request on an open connection is told to come back while the server stops', async () => {
  const server = station.start()
  await server.ready
  const { port } = new URL(server.address)
  const answers = answerInHalves()
  const [stream] = await openStreams(server)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  // Half of a request, so that the connection does not count as idle.
  const body = JSON.stringify(chatOf(stationModel, 'late'))
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${station.key}\r\n`,
  )
  // The server has read it once a request that was sent after it is answered.
  await fetch(`${server.address}/healthz`)
  server.kill('SIGTERM')
  await eventually('the end of listening', async () => ((await isRefused(server)) ? true : null))
  socket.write(
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  await eventually('an answer', () => (heard.includes('server_stopping') ? true : null))
  expect(heard).toContain('HTTP/1.1 503')
  expect(heard.toLowerCase()).toContain('retry-after:')
  socket.destroy()
  answers.goOn()
  if (stream !== undefined) expect((await readStream(stream)).done).toBe(true)
  expect(await server.exited).toBe(0)
})

test('connections that ask nothing do not hold up the end', async () => {
  // Streams may take longer to finish than this test may: these connections have none.
  const server = station.start('error', { DRAIN_SECONDS: '600' })
  await server.ready
  const { port } = new URL(server.address)
  // One that never asked, as browsers open them in advance, and one that asked and waits.
  const silent = connect(Number(port), '127.0.0.1')
  await once(silent, 'connect')
  const kept = connect(Number(port), '127.0.0.1')
  kept.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(kept, 'data')
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  silent.destroy()
  kept.destroy()
})

test('a second signal ends it at once, and the next start gives the holds back', async () => {
  const server = station.start()
  await server.ready
  const settled = holdStates()['settled'] ?? 0
  answerInHalves()
  const responses = await openStreams(server)
  server.kill('SIGTERM')
  await eventually('word of stopping', () =>
    server.output().includes('Once more to end at once') ? true : null,
  )
  expect(server.process.exitCode).toBeNull()
  server.kill('SIGTERM')
  expect(await server.exited).toBe(1)
  const seen = await Promise.all(responses.map(readStream))
  expect(seen.filter(({ done }) => done)).toEqual([])
  expect(holdStates()).toEqual({ settled, pending: streams })

  upstream.onAny(async (call) => {
    call.stream()
    for (const piece of chatFrames(['Rain'], usageOf(4, 2))) await call.write(piece)
    call.end()
  })
  const next = station.start()
  await next.ready
  expect(holdStates()).toEqual({ settled, expired: streams })
  expect((await readStream(await askStream(next, 'and on'))).done).toBe(true)
  next.kill('SIGTERM')
  expect(await next.exited).toBe(0)
})
