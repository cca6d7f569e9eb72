import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { partnersOf } from '@posthouse/testkit/long-run'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, gatewayRig, type Rig, until } from '../rig/gateway-rig.ts'
import { askCell, type Heard, requestOf, spyOn } from './ask-cell.ts'

/* Suppliers that fail, in every cell: what the client is told, in its own words, and what it costs. */

type Verdict = {
  readonly status: number
  readonly outcome: string
  readonly source: 'none' | 'counted' | 'reported'
}

const refused = (status: number): Verdict => ({
  status,
  outcome: 'failed-before-content',
  source: 'none',
})
const counted = (outcome: string): Verdict => ({ status: 200, outcome, source: 'counted' })

type Fault = {
  readonly order: string
  readonly whole: Verdict
  /** Where a stream goes otherwise. */
  readonly streamed?: Verdict
}

const faults: readonly Fault[] = [
  { order: '400', whole: refused(400) },
  // Keys, credit and names of models are between us and the supplier.
  ...['401', '402', '403', '404'].map((order) => ({ order, whole: refused(503) })),
  { order: '429', whole: refused(429) },
  ...['500', '502', '503', '529'].map((order) => ({ order, whole: refused(502) })),
  { order: 'error-in-200', whole: refused(502) },
  { order: 'empty-body', whole: refused(502) },
  { order: 'broken-json', whole: refused(502) },
  { order: 'wrong-content-type', whole: refused(502) },
  { order: 'html', whole: refused(502) },
  { order: 'reset', whole: refused(503) },
  { order: 'cut after=3000', whole: refused(503), streamed: counted('failed-mid-stream') },
  { order: 'no-usage', whole: counted('complete-counted') },
  // Above the bound the bound is charged.
  { order: 'absurd-usage', whole: { status: 200, outcome: 'complete', source: 'reported' } },
  { order: 'negative-usage', whole: counted('complete-absurd') },
]

describe.each(dialectNames)('over an upstream that speaks %s', (upstream: DialectName) => {
  let rig: Rig
  let lastSent: ReturnType<typeof spyOn>
  beforeAll(async () => {
    rig = await gatewayRig({
      channels: [channel({ plugin: { dialects: [upstream] } })],
      // The same channel is asked again and again.
      settings: { RetryCooldownSeconds: 0 },
      balance: 10n ** 12n,
    })
    lastSent = spyOn(rig)
  })
  afterAll(() => rig.close())

  const rowOf = async ({ requestId }: Heard) => {
    const end = () => rig.ledger.ends().find(({ hold }) => hold === requestId)
    await until(() => end() !== undefined)
    return end()?.usage
  }

  describe.each(partnersOf(dialectNames, upstream))('a client of %s', (client) => {
    describe.each([false, true])('streamed: %s', (stream) => {
      it.each(faults)('$order', async ({ order, whole, streamed }) => {
        const text = `hello [[sandbox: words=200 fault=${order}]]`
        const asks = { role: 'user' as const, name: null, parts: [{ kind: 'text' as const, text }] }
        const request = requestOf({ stream, messages: [asks] }, client)
        const heard = await askCell(rig, request, lastSent)
        const { status, outcome, source } = stream ? (streamed ?? whole) : whole
        // Messages has a status of its own for it.
        const isSaid = order === 'error-in-200' && upstream === client
        const isOwn = client === 'anthropic-messages' && (order === '529' || isSaid)
        expect(heard.status).toBe(isOwn ? 529 : status)
        expect(await rowOf(heard)).toMatchObject({ outcome, usage_source: source })
        const last = heard.seen.events.at(-1)
        if (!outcome.startsWith('failed')) return expect(last?.kind).toBe('end')
        expect(last).toMatchObject({
          kind: 'failed',
          failure: { message: expect.stringMatching(/\S/) },
        })
        expect(heard.seen.text !== '').toBe(outcome === 'failed-mid-stream')
      })
    })
  })
})
