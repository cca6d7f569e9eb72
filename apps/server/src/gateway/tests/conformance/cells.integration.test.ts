import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { inputTokensOf, outputTokensOf } from '@posthouse/llm/canonical/usage'
import { isLongRun, partnersOf } from '@posthouse/testkit/long-run'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, gatewayRig, type Rig, until } from '../rig/gateway-rig.ts'
import { askCell, type Heard, requestOf, spyOn } from './ask-cell.ts'
import { type Case, cases } from './cases.ts'
import { atomsOf, fieldsOf } from './essence.ts'
import { type Cell, newMatrix } from './matrix-page.ts'

const matrix = newMatrix()

/* Every case in every cell: a client of one dialect, an upstream of another, whole and streamed. */

describe.each(dialectNames)('over an upstream that speaks %s', (upstream) => {
  let rig: Rig
  let lastSent: ReturnType<typeof spyOn>
  beforeAll(async () => {
    rig = await gatewayRig({ channels: [channel({ plugin: { dialects: [upstream] } })] })
    lastSent = spyOn(rig)
  })
  afterAll(() => rig.close())

  describe.each(partnersOf(dialectNames, upstream))('a client of %s', (client) => {
    describe.each([false, true])('streamed: %s', (stream) => {
      it.each(cases)('$name', async (asked) => {
        const heard = await askCell(rig, requestOf({ ...asked.request, stream }, client), lastSent)
        expect(heard.status).toBe(200)
        expect(asked.seen(heard.seen), 'what the client sees').toBeNull()
        expect(lostOnTheWay(heard, asked, { client, upstream, stream })).toEqual([])
        await until(() => endOf(rig, heard) !== undefined)
        expect(usageSeen(heard)).toEqual(usageCharged(rig, heard))
        matrix.dropped({ client, upstream, stream }, heard.dropped)
        matrix.passed({ client, upstream, stream }, asked.name)
      })
    })
  })
})

it.runIf(isLongRun)('is what the docs say', async () => {
  await expect(matrix.page()).toMatchFileSnapshot('../../../../../../docs/dialects.md')
})

/** What the client asked for and the upstream did not get, unless the client was told. */
function lostOnTheWay(heard: Heard, asked: Case, { client, upstream, stream }: Cell): string[] {
  const read = (dialect: DialectName, body: unknown) => {
    const decoded = dialects[dialect].asServer.request(body, { model: 'sandbox/chat', stream })
    if (!decoded.ok) throw new Error(`${decoded.field}: ${decoded.reason}`)
    return decoded.value
  }
  // What a client can say in its dialect is all that can get lost.
  const said = read(client, dialects[client].asClient.body(requestOf(asked.request, client)).body)
  const got = read(upstream, JSON.parse(Buffer.from(heard.sent?.body ?? []).toString('utf8')))
  const atoms = atomsOf(got)
  const fields = fieldsOf(got)
  const names = dialects[client].asServer.fieldNames
  const told = (field: string): boolean =>
    Object.entries(names).some(([name, own]) => name === field && heard.dropped.includes(own))
  return [
    ...atomsOf(said).filter((atom) => !atoms.includes(atom)),
    ...Object.entries(fieldsOf(said))
      .filter(([name, value]) => fields[name] !== value && !told(name))
      .map(([name, value]) => `${name} ${value}, not ${fields[name]}`),
  ]
}

/** Tokens in and out: not every dialect says how much of them was thought. */
const usageSeen = ({ seen }: Heard): unknown => {
  const usage = seen.events.findLast((event) => event.kind === 'usage')?.usage
  return usage === undefined ? null : [inputTokensOf(usage), outputTokensOf(usage)]
}

const endOf = (rig: Rig, { requestId }: Heard) =>
  rig.ledger.ends().find(({ hold }) => hold === requestId)

const usageCharged = (rig: Rig, heard: Heard): unknown => {
  const row = endOf(rig, heard)?.usage
  return [Number(row?.['input_tokens']), Number(row?.['output_tokens'])]
}
