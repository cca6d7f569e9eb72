import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { channel, testKey } from '../rig/gateway-rig.ts'
import type { ToCrowd } from '../rig/crowd-worker.ts'
import { dearestAtBest, turnMaxMicros } from './dearest-turn.ts'
import { type CostStand, costStand } from './stand.ts'

/*
 * A short body becomes a long one by what stands at its addresses: it is prepared beside the loop like any other.
 */

vi.setConfig({ testTimeout: 120_000 })

let stand: CostStand
let port = ''

beforeAll(async () => {
  stand = await costStand('crowd-worker', (baseUrl) => {
    port = new URL(baseUrl).port
    return {
      settings: { FetchAllowedHosts: 'localhost' },
      channels: [channel({ type: 25, baseUrl, models: ['m-gemini'] })],
    }
  })
})
afterAll(() => stand.close())

it('pictures by address cost a turn little', async () => {
  const url = `http://localhost:${port}/picture`
  const content = Array.from({ length: 5 }, () => ({ type: 'image_url', image_url: { url } }))
  const body = JSON.stringify({
    model: 'm-gemini',
    max_tokens: 9,
    messages: [{ role: 'user', content }],
  })
  const message: ToCrowd = { url: `${stand.rig.url}/v1/chat/completions`, key: testKey, body }
  expect(await dearestAtBest(stand.client, message)).toBeLessThanOrEqual(turnMaxMicros)
})
