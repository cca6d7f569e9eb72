import type { DialectName } from '@posthouse/llm/dialect'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { channel, testKey } from '../rig/gateway-rig.ts'
import type { ToCrowd } from '../rig/crowd-worker.ts'
import { dearestAtBest, turnMaxMicros } from './dearest-turn.ts'
import { type CostStand, costStand } from './stand.ts'

/*
 * Many of the largest bodies at once: each is gathered and copied for a thread in pieces, so that no turn of the
 * loop copies one as a whole.
 */

vi.setConfig({ testTimeout: 180_000 })

const letters = 30_000_000
const times = 12

let stand: CostStand
const suppliers: readonly (readonly [DialectName, number])[] = [
  ['openai-chat', 8],
  ['anthropic-messages', 14],
  ['gemini', 25],
]

beforeAll(async () => {
  stand = await costStand('crowd-worker', (baseUrl) => ({
    settings: { ProcessMemoryLimit: 2_000_000_000 },
    channels: suppliers.map(([name, type]) => channel({ type, baseUrl, models: [`m-${name}`] })),
  }))
})
afterAll(() => stand.close())

describe('many large bodies at once', () => {
  it.each(['openai-chat', 'anthropic-messages'])(
    'cost a turn little: for a supplier that speaks %s',
    async (name) => {
      const messages = [{ role: 'user', content: '*' }]
      const body = JSON.stringify({ model: `m-${name}`, max_tokens: 9, messages })
      const message: ToCrowd = {
        url: `${stand.rig.url}/v1/chat/completions`,
        key: testKey,
        body,
        letters,
        times,
      }
      expect(await dearestAtBest(stand.client, message)).toBeLessThanOrEqual(turnMaxMicros)
    },
  )
})

it('a large body costs a turn little whose vectors are translated', async () => {
  const others = JSON.stringify(Array.from({ length: 8_000_000 }, () => 1))
  const body = `{"model":"m-gemini","input":"*","others":${others}}`
  const message: ToCrowd = { url: `${stand.rig.url}/v1/embeddings`, key: testKey, body, letters: 9 }
  expect(await dearestAtBest(stand.client, message)).toBeLessThanOrEqual(turnMaxMicros)
})
