import { type DialectName, dialectNames } from '@posthouse/llm/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { partnersOf } from '@posthouse/testkit/long-run'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pathOf, requestOf } from '../conformance/ask-cell.ts'
import type { ToCrowd } from '../rig/crowd-worker.ts'
import { channel, testKey } from '../rig/gateway-rig.ts'
import { largeKinds } from '../rig/large-frames.ts'
import { dearestAtBest, turnMaxMicros } from './dearest-turn.ts'
import { type CostStand, costStand } from './stand.ts'

/*
 * One frame of a stream may be a picture, a long text or a hundred thousand objects: whether it is written anew or goes
 * on as it came, and whether its usage is told with a price, no turn of the loop is long.
 */

vi.setConfig({ testTimeout: 180_000 })

let stand: CostStand

beforeAll(async () => {
  stand = await costStand('crowd-worker', (supplier) => ({
    settings: { ProcessMemoryLimit: 2_000_000_000 },
    channels: dialectNames.flatMap((dialect) =>
      largeKinds.map((kind) =>
        channel({
          type: 8,
          baseUrl: `${supplier}/frame/${dialect}/${kind}`,
          plugin: { dialects: [dialect] },
          models: [`m-${dialect}-${kind}`],
        }),
      ),
    ),
  }))
})
afterAll(() => stand.close())

const asked = (client: DialectName, model: string, priced: boolean): ToCrowd => {
  const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }], name: null }] as const
  const request = { ...requestOf({ messages, stream: true }, client), model }
  return {
    url: `${stand.rig.url}${pathOf(request)}`,
    key: testKey,
    body: JSON.stringify(dialects[client].asClient.body(request).body),
    ...(priced && { headers: { 'x-posthouse-cost': '1' } }),
  }
}

describe.each(dialectNames)('a stream of %s', (supplier) => {
  describe.each(partnersOf(dialectNames, supplier))('for a client of %s', (client) => {
    it.each(largeKinds)('costs a turn little with one frame of %s', async (kind) => {
      const message = asked(client, `m-${supplier}-${kind}`, kind !== 'text')
      const micros = await dearestAtBest(stand.client, message)
      expect(stand.rig.errors).toEqual([])
      expect(micros).toBeLessThanOrEqual(turnMaxMicros)
    })
  })
})
