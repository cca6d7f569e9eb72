import { Worker } from 'node:worker_threads'
import type { DialectName } from '@posthouse/llm/dialect'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { channel, gatewayRig, onePerToken, type Rig, testKey } from '../testing/gateway-rig.ts'
import type { ToCrowd } from '../testing/crowd-worker.ts'
import { dearestAtBest, heard, turnMaxMicros } from './dearest-turn.ts'

/*
 * Many of the largest bodies at once: each is gathered and copied for a thread in pieces, so that no turn of the
 * loop copies one as a whole.
 */

vi.setConfig({ testTimeout: 180_000 })

const letters = 30_000_000
const times = 12

let rig: Rig
let client: Worker
const suppliers: readonly (readonly [DialectName, number])[] = [
  ['openai-chat', 8],
  ['anthropic-messages', 14],
  ['gemini', 25],
]

beforeAll(async () => {
  client = new Worker(new URL('../testing/crowd-worker.ts', import.meta.url))
  const told = await heard(client)
  const baseUrl = 'supplier' in told ? told.supplier : ''
  rig = await gatewayRig({
    balance: 10n ** 15n,
    settings: { ProcessMemoryLimit: 2_000_000_000 },
    prices: [{ ...onePerToken, model: 'm-*', channelType: 0 }],
    channels: suppliers.map(([name, type]) => channel({ type, baseUrl, models: [`m-${name}`] })),
  })
})
afterAll(async () => {
  await client.terminate()
  await rig.close()
})

describe('many large bodies at once', () => {
  it.each(['openai-chat', 'anthropic-messages'])(
    'cost a turn little: for a supplier that speaks %s',
    async (name) => {
      const messages = [{ role: 'user', content: '*' }]
      const body = JSON.stringify({ model: `m-${name}`, max_tokens: 9, messages })
      const message: ToCrowd = {
        url: `${rig.url}/v1/chat/completions`,
        key: testKey,
        body,
        letters,
        times,
      }
      expect(await dearestAtBest(client, message)).toBeLessThanOrEqual(turnMaxMicros)
    },
  )
})

it('a large body costs a turn little whose vectors are translated', async () => {
  const others = JSON.stringify(Array.from({ length: 8_000_000 }, () => 1))
  const body = `{"model":"m-gemini","input":"*","others":${others}}`
  const message: ToCrowd = { url: `${rig.url}/v1/embeddings`, key: testKey, body, letters: 9 }
  expect(await dearestAtBest(client, message)).toBeLessThanOrEqual(turnMaxMicros)
})
