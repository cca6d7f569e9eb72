import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { partnersOf, rounds } from '@posthouse/testkit/long-run'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, gatewayRig, type Rig, testKey, until } from '../rig/gateway-rig.ts'
import { pathOf, requestOf } from './ask-cell.ts'
import { cases } from './cases.ts'

/*
 * Whatever is in a body: an answer, or a refusal in the words of the client's dialect. Never a fault of
 * ours, never a reply that does not come, and nothing is charged for a refusal.
 */

const runs = rounds(20, 200)
const replyWithinMs = 20_000

/** A place in a JSON value, chosen by numbers, replaced. */
function replaced(value: unknown, way: readonly number[], by: unknown): unknown {
  const [step = 0, ...rest] = way
  if (way.length === 0 || typeof value !== 'object' || value === null) return by
  const entries = Object.entries(value)
  const chosen = entries[step % Math.max(1, entries.length)]
  if (chosen === undefined) return by
  const [name, inner] = chosen
  const changed = entries.map(([key, old]) => [key, key === name ? replaced(inner, rest, by) : old])
  return Array.isArray(value) ? changed.map(([, one]) => one) : Object.fromEntries(changed)
}

/** Bodies of real requests with one place turned into anything, and anything at all. */
const bodiesOf = (client: DialectName): fc.Arbitrary<unknown> => {
  const real = cases.map(({ request }) =>
    dialects[client].asClient.body(requestOf(request, client)),
  )
  const spoilt = fc
    .tuple(
      fc.constantFrom(...real.map(({ body }) => body)),
      fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 6 }),
      fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', -1, [], {}, 'x'.repeat(2_000))),
    )
    .map(([body, way, by]) => replaced(body, way, by))
  return fc.oneof({ weight: 5, arbitrary: spoilt }, { weight: 1, arbitrary: fc.jsonValue() })
}

describe.each(dialectNames)('over an upstream that speaks %s', (upstream) => {
  let rig: Rig
  beforeAll(async () => {
    rig = await gatewayRig({
      channels: [channel({ plugin: { dialects: [upstream] } })],
      balance: 10n ** 15n,
    })
  })
  afterAll(() => rig.close())

  const clients = partnersOf(dialectNames, upstream)
  it.each(clients)('any body of a client of %s is answered or refused', async (client) => {
    await fc.assert(
      fc.asyncProperty(bodiesOf(client), fc.boolean(), async (body, stream) => {
        const path = pathOf(requestOf({ stream }, client))
        const response = await rig.fetch(path, {
          method: 'POST',
          headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(replyWithinMs),
        })
        const text = await response.text()
        expect(rig.errors).toEqual([])
        expect(response.status, text).toBeLessThan(500)
        if (response.status === 200) return
        const failure = dialects[client].asClient.failure(response.status, text)
        expect(failure.message).not.toBe('')
        await until(() => rig.ledger.pending === 0)
      }),
      { numRuns: runs },
    )
  })
})
