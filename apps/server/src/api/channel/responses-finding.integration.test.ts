import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createCurrentSnapshot } from '../../domain/snapshot/current-snapshot.ts'

/* What tests find of Responses at the address of a channel of type OpenAI, and what it changes. */

let stand: Stand
let customer: Customer
let responsesStatus = 200
const model = 'mock/found'

beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer()
  stand.upstream.on(model, (call) => {
    const isChat = call.path.endsWith('/chat/completions')
    if (isChat) call.json(200, chatAnswer('Rain.', usageOf(1, 1)))
    else if (responsesStatus === 200) call.json(200, response)
    else call.json(responsesStatus, { error: { message: 'Invalid URL (POST /v1/responses)' } })
  })
})
afterAll(() => stand[Symbol.asyncDispose]())
beforeEach(() => {
  responsesStatus = 200
  stand.upstream.calls.length = 0
})

const content = [{ type: 'output_text', text: 'Rain.', annotations: [] }]
const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model,
  output: [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
}

const form = (name: string, more: object = {}) => ({
  type: 1,
  name,
  group: ['default'],
  models: [model],
  key: 'sk-reseller-0123456789',
  base_url: `${stand.upstream.url}/${name}`,
  ...more,
})

const made = async (name: string, more: object = {}) =>
  (await stand.root.client.createChannel({ body: form(name, more) })).id

const found = async (id: number) =>
  (await stand.root.client.getChannel({ params: { id } })).has_responses

const remove = (id: number) => stand.root.client.deleteChannel({ params: { id } })

const asked = () => stand.upstream.of(model).map(({ path }) => path)

async function askResponses(): Promise<number> {
  const answer = await fetch(`${stand.product.address}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, input: 'hello' }),
  })
  await answer.text()
  return answer.status
}

test('a test finds Responses, for every node, and another address is not the same', async () => {
  const { stores } = stand.product.server
  const otherNode = await createCurrentSnapshot(stores, { clear: () => {} })
  const id = await made('first')
  expect(await found(id)).toBeNull()
  expect(await askResponses()).toBe(200)
  expect(asked()).toEqual(['/v1/chat/completions'])

  const tested = await stand.root.client.testChannel({ params: { id }, query: {} })
  expect(tested).toMatchObject({ has_responses: true })
  expect(await found(id)).toBe(true)
  await otherNode.poll()
  const there = otherNode.get().channels.find((each) => each.id === BigInt(id))
  expect(there?.hasResponses).toBe(true)
  await askResponses()
  expect(asked().at(-1)).toBe('/v1/responses')

  const base_url = `${stand.upstream.url}/moved`
  const key = 'sk-reseller-0123456789'
  await stand.root.client.updateChannel({ body: { id, base_url, key } })
  expect(await found(id)).toBeNull()
  await askResponses()
  expect(asked().at(-1)).toBe('/v1/chat/completions')
  await remove(id)
})

test.each([404, 405, 501, 400])('%i says that there are none', async (status) => {
  responsesStatus = status
  const id = await made(`none-${status}`)
  const tested = await stand.root.client.testChannel({ params: { id }, query: { judge: true } })
  expect(tested).toMatchObject({ failure: '', has_responses: false })
  expect(await found(id)).toBe(false)
  await remove(id)
})

test.each([401, 429, 500])('%i says nothing, and changes nothing', async (status) => {
  const id = await made(`unsure-${status}`)
  await stand.root.client.testChannel({ params: { id }, query: {} })
  responsesStatus = status
  const tested = await stand.root.client.testChannel({ params: { id }, query: {} })
  expect(tested).toMatchObject({ has_responses: null })
  expect(await found(id)).toBe(true)
  await remove(id)
})

test('the finding is forgotten when a call meets an address without Responses', async () => {
  const id = await made('lost')
  await stand.root.client.testChannel({ params: { id }, query: {} })
  responsesStatus = 404
  stand.upstream.calls.length = 0
  expect(await askResponses()).toBe(200)
  expect(asked()).toEqual(['/v1/responses', '/v1/chat/completions'])
  await vi.waitFor(async () => expect(await found(id)).toBe(false))
  await askResponses()
  expect(asked().at(-1)).toBe('/v1/chat/completions')
  await remove(id)
})

test('a draft is tried as well, and its finding is saved and copied with it', async () => {
  const { name: _name, group: _group, ...draft } = form('draft')
  const probed = await stand.root.client.probeChannel({ body: { ...draft, model } })
  expect(probed.has_responses).toBe(true)
  const id = await made('draft', { tested_ms: 5, tested_responses: true })
  expect(await found(id)).toBe(true)
  const copy = await stand.root.client.copyChannel({ params: { id } })
  expect(copy.has_responses).toBe(true)
  await stand.root.client.updateChannel({ body: { id, tested_responses: false } })
  expect(await found(id)).toBe(false)
  await remove(id)
  await remove(copy.id)
})

test('of many channels made at once only the address that was tried has it', async () => {
  const body = form('many', {
    key: 'sk-many-0123456789\nsk-more-0123456789',
    more_base_urls: `${stand.upstream.url}/second`,
    tested_ms: 5,
    tested_responses: true,
  })
  await stand.root.client.createChannels({ body })
  const { data } = await stand.root.client.listChannels({ query: { name: 'many' } })
  const findings = data.map((each) => [each.base_url, each.has_responses])
  expect(new Map(findings as [string, boolean | null][])).toEqual(
    new Map([
      [`${stand.upstream.url}/many`, true],
      [`${stand.upstream.url}/second`, null],
    ]),
  )
  for (const { id } of data) await remove(id)
})

test.each([
  ['of another type', { type: 8 }],
  ['at OpenAI itself', { base_url: 'https://eu.api.openai.com', status: 2 }],
])('a channel %s has no finding', async (_, more) => {
  const id = await made('other', { ...more, tested_ms: 5, tested_responses: true })
  expect(await found(id)).toBeNull()
  if (!('base_url' in more)) {
    await stand.root.client.testChannel({ params: { id }, query: {} })
    expect(asked()).toEqual(['/v1/chat/completions'])
  }
  await remove(id)
})
