import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { channel, testKey } from '../testing/gateway-rig.ts'
import type { ToCrowd } from '../testing/crowd-worker.ts'
import { dearestAtBest, turnMaxMicros } from './dearest-turn.ts'
import { type CostStand, costStand } from './stand.ts'

/*
 * What is large in a body and no message stays in the thread that read it: the loop gets what the writer of the answer
 * reads, and no more.
 */

vi.setConfig({ testTimeout: 180_000 })

let stand: CostStand

beforeAll(async () => {
  stand = await costStand('crowd-worker', (supplier) => ({
    settings: { ProcessMemoryLimit: 2_000_000_000 },
    channels: [channel({ type: 8, baseUrl: `${supplier}/calls/9/`, models: ['m-streamed'] })],
  }))
})
afterAll(() => stand.close())

const times = <Value>(size: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: size }, (_, index) => make(index))
/** As many as a body may have. */
const names = Object.fromEntries(times(190_000, (index) => [`f${index}`, 1]))
const messages = [{ role: 'user', content: 'hi' }]

const chat = '/v1/chat/completions'
const bodies: Readonly<Record<string, readonly [path: string, body: object]>> = {
  'options of a stream': [
    chat,
    { model: 'm-streamed', messages, stream: true, stream_options: names },
  ],
}

it.each(Object.entries(bodies))('a turn is short: %s', async (_, [path, body]) => {
  const message: ToCrowd = {
    url: `${stand.rig.url}${path}`,
    key: testKey,
    body: JSON.stringify(body),
  }
  const micros = await dearestAtBest(stand.client, message)
  expect(stand.rig.errors).toEqual([])
  expect(micros).toBeLessThanOrEqual(turnMaxMicros)
})
