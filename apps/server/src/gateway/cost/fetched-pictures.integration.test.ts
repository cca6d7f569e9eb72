import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { channel, gatewayRig, onePerToken, type Rig, testKey } from '../testing/gateway-rig.ts'
import type { ToCrowd } from '../testing/crowd-worker.ts'
import { dearestAtBest, heard, turnMaxMicros } from './dearest-turn.ts'

/*
 * A short body becomes a long one by what stands at its addresses: it is prepared beside the loop like any other.
 */

vi.setConfig({ testTimeout: 120_000 })

let rig: Rig
let client: Worker
let port = ''

beforeAll(async () => {
  client = new Worker(new URL('../testing/crowd-worker.ts', import.meta.url))
  const told = await heard(client)
  const baseUrl = 'supplier' in told ? told.supplier : ''
  port = new URL(baseUrl).port
  rig = await gatewayRig({
    balance: 10n ** 15n,
    settings: { FetchAllowedHosts: 'localhost' },
    prices: [{ ...onePerToken, model: 'm-*', channelType: 0 }],
    channels: [channel({ type: 25, baseUrl, models: ['m-gemini'] })],
  })
})
afterAll(async () => {
  await client.terminate()
  await rig.close()
})

it('pictures by address cost a turn little', async () => {
  const url = `http://localhost:${port}/picture`
  const content = Array.from({ length: 5 }, () => ({ type: 'image_url', image_url: { url } }))
  const body = JSON.stringify({
    model: 'm-gemini',
    max_tokens: 9,
    messages: [{ role: 'user', content }],
  })
  const message: ToCrowd = { url: `${rig.url}/v1/chat/completions`, key: testKey, body }
  expect(await dearestAtBest(client, message)).toBeLessThanOrEqual(turnMaxMicros)
})
