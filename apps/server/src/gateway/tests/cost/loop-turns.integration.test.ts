import type { DialectName } from '@posthouse/llm/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { channel, testKey } from '../rig/gateway-rig.ts'
import { dearestAtBest, turnMaxMicros } from './dearest-turn.ts'
import { type CostStand, costStand } from './stand.ts'
import { requestShapes } from './request-shapes.ts'

/*
 * One turn of the event loop costs this thread at most so much processor time, whatever a body is like. It is
 * time of this thread and not of a clock: a busy machine does not make it longer.
 */

vi.setConfig({ testTimeout: 120_000 })

let stand: CostStand
const suppliers: readonly (readonly [DialectName, number])[] = [
  ['openai-chat', 8],
  ['anthropic-messages', 14],
  ['gemini', 25],
]

beforeAll(async () => {
  stand = await costStand('client-worker', (baseUrl) => ({
    channels: suppliers.map(([name, type]) => channel({ type, baseUrl, models: [`m-${name}`] })),
  }))
})
afterAll(() => stand.close())

/** Sizes at which a body of the shape has a few million bytes, or as many items as it may have. */
const sizes: Readonly<Record<string, number>> = {
  'a long text': 100_000,
  'a text of one letter': 200_000,
  'large pictures': 50_000,
}

describe.each(suppliers)('for a supplier that speaks %s', (name) => {
  it.each(Object.entries(requestShapes))('a turn is short: %s', async (shape, make) => {
    const request = { ...make(sizes[shape] ?? 10_000), model: `m-${name}`, stream: false }
    const { body } = dialects['openai-chat'].asClient.body(request)
    const url = `${stand.rig.url}/v1/chat/completions`
    const micros = await dearestAtBest(stand.client, {
      url,
      key: testKey,
      body: JSON.stringify(body),
    })
    expect(micros).toBeLessThanOrEqual(turnMaxMicros)
  })
})
