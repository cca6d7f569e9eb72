import { Worker } from 'node:worker_threads'
import { answerPartsMax } from '@posthouse/llm/parts/answer-bounds'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { channel, gatewayRig, onePerToken, type Rig, testKey } from '../testing/gateway-rig.ts'
import type { ToCrowd } from '../testing/crowd-worker.ts'
import { dearestAtBest, heard, turnMaxMicros } from './dearest-turn.ts'

/*
 * Dialects that repeat an answer at its end write all of its parts there in one turn of the loop: how many an
 * answer may have is bounded.
 */

vi.setConfig({ testTimeout: 120_000 })

let rig: Rig
let client: Worker
const counts = [answerPartsMax - 1, 30_000]

beforeAll(async () => {
  client = new Worker(new URL('../testing/crowd-worker.ts', import.meta.url))
  const told = await heard(client)
  const supplier = 'supplier' in told ? told.supplier : ''
  rig = await gatewayRig({
    balance: 10n ** 15n,
    prices: [{ ...onePerToken, model: 'm-*', channelType: 0 }],
    channels: counts.map((count) =>
      channel({ type: 8, baseUrl: `${supplier}/calls/${count}`, models: [`m-${count}`] }),
    ),
  })
})
afterAll(async () => {
  await client.terminate()
  await rig.close()
})

const clients = [
  ['/v1/responses', { input: 'hi' }],
  ['/v1/messages', { messages: [{ role: 'user', content: 'hi' }], max_tokens: 100_000 }],
] as const

describe.each(clients)('a stream of calls at %s', (path, fields) => {
  it.each(counts)('ends in a short turn: %i of them', async (count) => {
    const body = JSON.stringify({ ...fields, model: `m-${count}`, stream: true, store: false })
    const message: ToCrowd = { url: `${rig.url}${path}`, key: testKey, body }
    expect(await dearestAtBest(client, message)).toBeLessThanOrEqual(turnMaxMicros)
    client.postMessage(message)
    const told = await heard(client)
    const text = 'text' in told ? told.text : ''
    expect(text.includes('too many parts')).toBe(count > answerPartsMax)
  })
})
