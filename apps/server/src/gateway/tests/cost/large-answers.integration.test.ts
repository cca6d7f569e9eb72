import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ToCrowd } from '../rig/crowd-worker.ts'
import { channel, testKey } from '../rig/gateway-rig.ts'
import { dearestAtBest, turnMaxMicros } from './dearest-turn.ts'
import { type CostStand, costStand } from './stand.ts'

/*
 * Whole answers of the largest kind: what they say stays in the thread that reads them, whether they are written anew
 * or go on as they came, and whether their supplier reports what was used or it is counted.
 */

vi.setConfig({ testTimeout: 180_000 })

const letters = 45_000_000
/** Where a supplier of each dialect has its answer, and the type of its channel. */
const suppliers = [
  ['choices', 8],
  ['content', 14],
  ['candidates', 25],
] as const
const clients = [
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }] }],
  ['/v1/messages', { messages: [{ role: 'user', content: 'hi' }], max_tokens: 9 }],
] as const

let stand: CostStand

beforeAll(async () => {
  stand = await costStand('crowd-worker', (supplier) => ({
    settings: { ProcessMemoryLimit: 2_000_000_000 },
    channels: suppliers.map(([field, type]) => {
      const baseUrl = `${supplier}/${field}/${letters}`
      return channel({ type, baseUrl, models: [`m-${field}`] })
    }),
  }))
})
afterAll(() => stand.close())

describe.each(suppliers)('an answer with %s', (field) => {
  it.each(clients)('costs a turn little: at %s', async (path, fields) => {
    const body = JSON.stringify({ ...fields, model: `m-${field}` })
    const message: ToCrowd = { url: `${stand.rig.url}${path}`, key: testKey, body }
    expect(await dearestAtBest(stand.client, message)).toBeLessThanOrEqual(turnMaxMicros)
    expect(stand.rig.errors).toEqual([])
  })
})
