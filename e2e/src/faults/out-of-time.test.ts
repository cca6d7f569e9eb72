import { DatabaseSync } from 'node:sqlite'
import { eventually } from '@posthouse/testkit/books'
import { roleFrame, textFrame } from '@posthouse/testkit/chat-frames'
import { openMockUpstream, type MockUpstream } from '@posthouse/testkit/mock-upstream'
import type { ServerProcess } from '@posthouse/testkit/server-process'
import { chatOf, priceOf } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStation, type Station, stationModel } from './station.ts'

type Call = { readonly path: string; readonly body: object }

const streamed: (Call & {
  readonly dialect: string
  /** What ends its stream. */
  readonly lastWord: RegExp
})[] = [
  {
    dialect: 'chat',
    path: '/v1/chat/completions',
    body: chatOf(stationModel, 'on and on', { stream: true }),
    lastWord: /data: \{"error":\{[^\n]*"code":"server_stopping"[^\n]*\n\n$/,
  },
  {
    dialect: 'messages',
    path: '/v1/messages',
    body: {
      model: stationModel,
      max_tokens: 100,
      stream: true,
      messages: [{ role: 'user', content: 'on and on' }],
    },
    lastWord: /event: error\ndata: \{"type":"error","error":\{[^\n]*\n\n$/,
  },
  {
    dialect: 'responses',
    path: '/v1/responses',
    body: { model: stationModel, input: 'on and on', stream: true },
    lastWord: /data: \{"type":"error"[^\n]*"code":"server_stopping"[^\n]*\n\n$/,
  },
  {
    dialect: 'gemini',
    path: `/v1beta/models/${stationModel}:streamGenerateContent?alt=sse`,
    body: { contents: [{ role: 'user', parts: [{ text: 'on and on' }] }] },
    // Its clients look for an error where an event would stand, and raise it.
    lastWord: /\s\{"error":\{"code":503[^\n]*"SERVER_STOPPING"[^\n]*$/,
  },
]
const whole: Call = { path: '/v1/chat/completions', body: chatOf(stationModel, 'all at once') }

type Ended = { readonly status: number; readonly text: string }

/** Answers a word and no more. */
function answerWithoutEnd(upstream: MockUpstream): void {
  upstream.onAny(async (call) => {
    call.stream()
    await call.write(roleFrame + textFrame('Rain'))
  })
}

describe('what is not over when the time to stop is', () => {
  let upstream: MockUpstream
  let station: Station
  let server: ServerProcess
  let ended: Ended[]

  const ask = ({ path, body }: Call): Promise<Response> =>
    fetch(`${server.address}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${station.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  const select = (query: string): Record<string, unknown>[] => {
    using database = new DatabaseSync(station.databaseFile, { readOnly: true })
    return database.prepare(query).all()
  }

  beforeAll(async () => {
    upstream = await openMockUpstream()
    station = await openStation(upstream)
    answerWithoutEnd(upstream)
    server = station.start('error', { DRAIN_SECONDS: '1' })
    await server.ready
    const streams = await Promise.all(streamed.map(ask))
    const waiting = ask(whole)
    await eventually('the last call', () => (upstream.calls.length > streamed.length ? true : null))
    server.kill('SIGTERM')
    ended = await Promise.all(
      [...streams, waiting].map(async (response) => {
        const { status } = await response
        return { status, text: await (await response).text() }
      }),
    )
    await server.exited
  })
  afterAll(async () => {
    await station.remove()
    await upstream.close()
  })

  test.each(streamed.map((call, at) => ({ ...call, at })))(
    'a stream of $dialect ends with an error event',
    ({ at, lastWord }) => {
      expect(ended[at]).toEqual({ status: 200, text: expect.stringContaining('Rain') })
      expect(ended[at]?.text).toMatch(lastWord)
    },
  )

  test('an answer in one piece is refused', () => {
    const answer = ended.at(-1)
    expect(answer).toEqual({ status: 503, text: expect.stringContaining('server_stopping') })
  })

  test('the process ends in order', async () => {
    expect(await server.exited).toBe(0)
    expect(server.errors()).toBe('')
  })

  test('each has a row that says so, and costs what was delivered', () => {
    const rows = select('select quota, outcome, error_code from usage_log where type = 2')
    expect(rows).toHaveLength(streamed.length + 1)
    for (const row of rows) {
      expect(row).toMatchObject({ outcome: 'server-stopped', error_code: 'server.stopping' })
    }
    const prices = rows.map(({ quota }) => Number(quota)).toSorted((a, b) => a - b)
    expect(prices[0]).toBe(0)
    for (const price of prices.slice(1)) expect(price).toBeGreaterThanOrEqual(priceOf(1, 1))
    const holds = select('select state, count(*) as n from ledger_holds group by state')
    expect(holds).toEqual([{ state: 'settled', n: streamed.length + 1 }])
  })
})
