import { answerPartsMax } from '@posthouse/llm/parts/answer-bounds'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { channel, testKey } from '../rig/gateway-rig.ts'
import type { ToCrowd } from '../rig/crowd-worker.ts'
import { dearestAtBest, heard, turnMaxMicros } from './dearest-turn.ts'
import { type CostStand, costStand } from './stand.ts'

/*
 * Dialects that repeat an answer at its end write all of its parts there in one turn of the loop: how many an
 * answer may have is bounded.
 */

vi.setConfig({ testTimeout: 120_000 })

let stand: CostStand
const counts = [answerPartsMax - 1, 30_000]

beforeAll(async () => {
  stand = await costStand('crowd-worker', (supplier) => ({
    channels: counts.map((count) =>
      channel({ type: 8, baseUrl: `${supplier}/calls/${count}`, models: [`m-${count}`] }),
    ),
  }))
})
afterAll(() => stand.close())

const clients = [
  ['/v1/responses', { input: 'hi' }],
  ['/v1/messages', { messages: [{ role: 'user', content: 'hi' }], max_tokens: 100_000 }],
] as const

describe.each(clients)('a stream of calls at %s', (path, fields) => {
  it.each(counts)('ends in a short turn: %i of them', async (count) => {
    const body = JSON.stringify({ ...fields, model: `m-${count}`, stream: true, store: false })
    const message: ToCrowd = { url: `${stand.rig.url}${path}`, key: testKey, body }
    expect(await dearestAtBest(stand.client, message)).toBeLessThanOrEqual(turnMaxMicros)
    stand.client.postMessage(message)
    const told = await heard(stand.client)
    const text = 'text' in told ? told.text : ''
    expect(text.includes('too many parts')).toBe(count > answerPartsMax)
  })
})
