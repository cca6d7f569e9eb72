import { createServer, type Server } from 'node:http'
import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openAiAddress } from '../tests/rig/http-transport.ts'
import { caller } from './testing/caller.ts'
import {
  channel,
  gatewayRig,
  listening,
  onePerToken,
  type Rig,
  testKey,
  until,
} from '../tests/rig/gateway-rig.ts'

/* A short body can stand for a long prompt: what a supplier keeps, files that are only named, searches. */

let base: TestDatabase
let server: Server
let address: string
let rig: Rig
let input_tokens = 0
let answered = 0
beforeAll(async () => {
  base = await testDatabase()
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      answered += 1
      const text = { type: 'output_text', text: 'Rain.', annotations: [] }
      const id = `msg_kept${answered}`
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id: `resp_kept${answered}`,
          object: 'response',
          status: 'completed',
          output: [{ type: 'message', id, role: 'assistant', content: [text] }],
          usage: { input_tokens, output_tokens: 1_000, total_tokens: input_tokens + 1_000 },
        }),
      )
    })
  })
  address = `http://127.0.0.1:${(await listening(server)).port}`
})
afterAll(async () => {
  server.close()
  await base.close()
})
afterEach(async () => {
  expect(rig.errors).toEqual([])
  await until(() => rig.ledger.pending === 0)
  await rig.close()
})

async function start(): Promise<ReturnType<typeof caller>> {
  rig = await gatewayRig({
    channels: [channel({ type: 1, baseUrl: openAiAddress })],
    openAi: address,
    db: base.database.kysely,
    prices: [{ ...onePerToken, model: '*' }],
  })
  return caller(rig, testKey)
}

async function lastCharge(ends: number): Promise<bigint | null> {
  await until(() => rig.ledger.ends().length === ends)
  const last = rig.ledger.ends().at(-1)
  return last?.kind === 'settle' ? last.amount : null
}

const lastHold = (): bigint =>
  rig.ledger.commands.findLast((command) => command.kind === 'hold')?.amount ?? 0n

it('holds and charges what the supplier keeps of the turns before', async () => {
  const ask = await start()
  const limit = { max_output_tokens: 2_000 }
  input_tokens = 300_000
  const first = await ask.create({ ...limit, input: 'x'.repeat(300_000) })
  expect(await lastCharge(1)).toBe(301_000n)
  input_tokens = 301_010
  await ask.create({ ...limit, input: 'y', previous_response_id: first.id })
  expect(lastHold()).toBeGreaterThan(301_000n)
  expect(await lastCharge(2)).toBe(302_010n)
  // As much as was said there, however often it is named.
  const named = { type: 'item_reference', id: `msg_kept${answered - 1}` }
  input_tokens = 40_000
  await ask.create({ ...limit, input: Array.from({ length: 40 }, () => named) })
  expect(lastHold()).toBeGreaterThan(40_000n)
  expect(await lastCharge(3)).toBe(41_000n)
})

it('believes what the turns before come to that nobody reported', async () => {
  const ask = await start()
  input_tokens = Number.NaN
  const first = await ask.create({ input: 'x' })
  input_tokens = 300_000
  await ask.create({ input: 'y', previous_response_id: first.id })
  expect(await lastCharge(2)).toBe(301_000n)
})

it.each([
  ['a file by its address', { input: [file({ file_url: 'https://files.example/long.pdf' })] }],
  ['a file by its id', { input: [file({ file_id: 'file-1' })] }],
  ['a packed file', { input: [file({ file_data: 'A'.repeat(5_000) })] }],
  ['a search', { input: 'x', tools: [{ type: 'web_search' }] }],
  ['a stored prompt', { prompt: { id: 'pmpt_1' } }],
])('believes what %s comes to', async (_name, body) => {
  const ask = await start()
  input_tokens = 700_000
  await ask.create(body)
  expect(await lastCharge(1)).toBe(701_000n)
})

it('believes no such figure for what is all in the body', async () => {
  const ask = await start()
  input_tokens = 700_000
  const tools = [{ type: 'function', name: 'file', parameters: {} }]
  await ask.create({ input: 'x', tools })
  // The body, and what a supplier may put before it.
  expect(await lastCharge(1)).toBeLessThan(6_000n)
})

function file(fields: object): object {
  return { role: 'user', content: [{ type: 'input_file', ...fields }] }
}
