import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Fields, fieldsOf, parsedFields } from '@posthouse/llm/bytes/fields'
import { testDatabase } from '@posthouse/testkit/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Channel } from '../../domain/channels/channel.ts'
import {
  channel,
  listening,
  onePerToken,
  otherKey,
  type Rig,
  type RigOptions,
  testKey,
  until,
} from '../tests/rig/gateway-rig.ts'
import { openAiAddress } from '../tests/rig/http-transport.ts'
import { caller } from './testing/caller.ts'
import { keptRigs } from './testing/kept-rigs.ts'

/* Before a supplier that keeps responses itself, as OpenAI does. */

type Call = {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly text: string
  readonly body: Fields
}

const { stand } = keptRigs(testDatabase)
let server: Server
let address: string
let rig: Rig
let calls: Call[] = []
/** What the supplier answers instead; null: it is well. */
let failing: { readonly status: number; readonly body: object } | null = null
beforeAll(async () => {
  server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const call = {
        key: request.headers.authorization?.replace('Bearer ', '') ?? '',
        method: request.method ?? '',
        path: request.url ?? '',
        text,
        body: parsedFields(text) ?? {},
      }
      calls.push(call)
      const { status, body } = failing ?? { status: 200, body: answerTo(call) }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  address = `http://127.0.0.1:${(await listening(server)).port}`
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  calls = []
  failing = null
})

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

let answered = 0
const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 }

function answerTo({ method, path }: Call): object {
  if (method === 'DELETE') return { id: 'x', object: 'response', deleted: true }
  if (path.includes('/input_items')) return { object: 'list', data: [], has_more: false }
  if (path.endsWith('/compact')) {
    const output = [{ type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAA' }]
    return { id: 'resp_c', object: 'response.compaction', created_at: 1, output, usage }
  }
  answered += 1
  return {
    id: `resp_native${answered}`,
    object: 'response',
    created_at: 1_700_000_000,
    status: 'completed',
    model: 'm',
    output: [
      { type: 'reasoning', id: `rs_native${answered}`, summary: [] },
      {
        type: 'message',
        id: `msg_native${answered}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Rain.', annotations: [] }],
      },
    ],
    usage,
  }
}

const native = (changes: Partial<Channel> = {}): Channel =>
  channel({
    type: 1,
    baseUrl: openAiAddress,
    keys: [1n, 2n].map((id) => ({ id: 7_000n + id, secret: `key-${id}`, enabled: true })),
    ...changes,
  })

async function start(options: RigOptions): Promise<ReturnType<typeof caller>> {
  rig = await stand({
    openAi: address,
    ...options,
    prices: [{ ...onePerToken, model: '*' }],
  })
  return caller(rig, testKey)
}

test('a turn goes where the one before it is kept, as it came', async () => {
  const ask = await start({ channels: [native(), native(), native()] })
  for (let chain = 0; chain < 6; chain += 1) {
    const first = await ask.create({ input: 'x' })
    const place = calls.at(-1)
    const body = `{"model": "sandbox/chat", "previous_response_id":"${first.id}", "input":"y"}`
    const second = await ask.raw('/responses', body)
    expect(second.status).toBe(200)
    expect(calls.at(-1)).toMatchObject({ key: place?.key, text: body })
  }
})

test('what is kept there is asked for there', async () => {
  const ask = await start({ channels: [native(), native()] })
  const { id } = await ask.create({ input: 'x' })
  const { key } = calls.at(-1) ?? {}
  calls = []
  expect((await ask.get(`/responses/${id}?include[]=a&key=secret`)).status).toBe(200)
  await ask.get(`/responses/${id}/input_items?limit=5&order=asc`)
  await ask.post(`/responses/${id}/cancel`, {})
  expect((await ask.delete(`/responses/${id}`)).fields).toEqual({
    id,
    object: 'response',
    deleted: true,
  })
  expect(calls.map((call) => [call.key, call.method, call.path])).toEqual([
    [key, 'GET', `/v1/responses/${id}?include%5B%5D=a`],
    [key, 'GET', `/v1/responses/${id}/input_items?limit=5&order=asc`],
    [key, 'POST', `/v1/responses/${id}/cancel`],
    [key, 'DELETE', `/v1/responses/${id}`],
  ])
  expect((await ask.get(`/responses/${id}`)).status).toBe(404)
  expect(rig.ledger.ends()).toHaveLength(1)
})

test('a turn never leaves the supplier that keeps the one before', async () => {
  const [first, second] = [native(), native({ priority: 1 })]
  const channels = [first, second]
  const ask = await start({ channels })
  const { id } = await ask.create({ input: 'x' })
  failing = { status: 500, body: { error: { message: 'down' } } }
  calls = []
  const asked = { input: 'y', previous_response_id: id }
  expect((await ask.post('/responses', asked)).status).toBe(502)
  expect(calls).toHaveLength(1)
  calls = []
  channels.splice(0, 2, { ...first, enabled: true }, { ...second, enabled: false })
  const kept = rig.parts.snapshot()
  Object.assign(rig.parts, { snapshot: () => ({ ...kept, channels: [...channels] }) })
  expect(await ask.post('/responses', asked)).toMatchObject({
    status: 503,
    error: { code: 'response_elsewhere' },
  })
  expect(await ask.get(`/responses/${id}`)).toMatchObject({ status: 503 })
  expect(calls).toEqual([])
})

test('no id of somebody else’s reaches it', async () => {
  const ask = await start({ channels: [native()] })
  const { id, fields } = await ask.create({ input: 'a secret' })
  const [reasoning, message] = fields['output'] as Fields[]
  const other = caller(rig, otherKey)
  calls = []
  const refused = await Promise.all([
    other.get(`/responses/${id}`),
    other.delete(`/responses/${id}`),
    other.post(`/responses/${id}/cancel`, {}),
    other.get(`/responses/${id}/input_items`),
    other.post('/responses', { input: 'x', previous_response_id: id }),
    other.post('/responses', { input: 'x', conversation: 'conv_1' }),
    other.post('/responses', { input: [{ type: 'item_reference', id: message?.['id'] }] }),
    other.post('/responses', { input: [{ id: message?.['id'] }] }),
    other.post('/responses', { input: [{ type: 'image_generation_call', id: message?.['id'] }] }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400, 404, 404, 404, 404])
  expect(calls).toEqual([])

  await other.post('/responses', {
    input: [reasoning, { role: 'user', content: 'what did you think?' }],
  })
  expect(calls.at(-1)?.text).not.toContain('rs_native')
  // Readers that take the first of two names would see another request.
  await other.raw(
    '/responses',
    `{"model":"sandbox/chat","previous_response_id":"${id}","input":"x","previous_response_id":null}`,
  )
  expect(calls.at(-1)?.text).not.toContain(id)
  await other.raw(
    '/responses',
    `{"model":"sandbox/chat","input":[{"type":"item_reference","id":"${String(message?.['id'])}","type":"message","role":"user","content":"x"}]}`,
  )
  expect(calls.at(-1)?.text).not.toContain('item_reference')
})

test('items that it keeps for the user may be named, where they are', async () => {
  const ask = await start({ channels: [native(), native(), native()] })
  for (let round = 0; round < 4; round += 1) {
    const { fields } = await ask.create({ input: 'x' })
    const [reasoning, message] = fields['output'] as Fields[]
    const place = calls.at(-1)
    const input = [reasoning, { type: 'item_reference', id: message?.['id'] }]
    expect((await ask.post('/responses', { input })).status).toBe(200)
    expect(calls.at(-1)).toMatchObject({ key: place?.key })
    expect(calls.at(-1)?.body['input']).toEqual(input)
  }
})

test('nothing is left there that nobody could ask for', async () => {
  const ask = await start({ channels: [native()], settings: { ResponseKeepDays: 0 } })
  const { id } = await ask.create({ input: 'x' })
  expect(calls.at(-1)?.body['store']).toBe(false)
  expect((await ask.get(`/responses/${id}`)).status).toBe(404)
})

test('a conversation is kept here, also before it', async () => {
  const ask = await start({ channels: [native()] })
  const { fields } = await ask.post('/conversations', {})
  const conversation = String(fields['id'])
  const asked = { conversation, reasoning: { effort: 'low' } }
  const { id } = await ask.create({ ...asked, input: 'my colour is mauve' })
  await ask.create({ ...asked, input: 'which?' })
  const { body, text } = calls.at(-1) ?? { body: {}, text: '' }
  expect(body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] })
  expect(text).toContain('mauve')
  expect(text).not.toContain('conv_')
  expect(text).not.toContain('_native')
  expect(fieldsOf((await ask.get(`/responses/${id}`)).fields['conversation'])).toEqual({
    id: conversation,
  })
})

test('it makes conversations short itself', async () => {
  const ask = await start({ channels: [native(), native()] })
  const { id } = await ask.create({ input: 'x' })
  const { key } = calls.at(-1) ?? {}
  const { fields } = await ask.post('/responses/compact', { previous_response_id: id })
  expect(calls.at(-1)).toMatchObject({
    key,
    path: '/v1/responses/compact',
    body: { model: 'sandbox/chat', previous_response_id: id },
  })
  expect(fields['object']).toBe('response.compaction')
  await until(() => rig.ledger.ends().length === 2)
  expect(rig.ledger.ends()[1]).toMatchObject({ amount: 5n })
})

test('what it says of itself is masked', async () => {
  const ask = await start({ channels: [native()] })
  const { id } = await ask.create({ input: 'x' })
  failing = {
    status: 500,
    body: { error: { message: 'org-abc123456 at https://inner.example/x with key-1' } },
  }
  const { status, error } = await ask.get(`/responses/${id}`)
  expect(status).toBe(502)
  expect(error['message']).not.toMatch(/org-abc|inner|key-1/)
  failing = { status: 404, body: { error: { message: 'gone' } } }
  expect(await ask.get(`/responses/${id}`)).toMatchObject({ status: 404 })
  expect((await ask.delete(`/responses/${id}`)).status).toBe(200)
})
