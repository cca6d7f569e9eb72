import type { CallError } from '@posthouse/contract/client'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * What is of a private group is, to everybody else, what does not exist: same status, same words, same headers.
 */

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  await stand.product.server.stores.db
    .insertInto('user_groups')
    .values({
      symbol: 'inner',
      name: 'Inner',
      ratio_millionths: 1_000_000n,
      rpm: 0n,
      public: 0n,
      enabled: 1n,
    })
    .execute()
  // A change of any setting makes the node read the groups again.
  await stand.set('RetryTimes', 2)
  await stand.root.client.createChannel({
    body: {
      type: 8,
      name: 'inner channel',
      group: ['inner'],
      models: ['inner-model', 'inner-embedding'],
      key: 'sk-inner-0123456789',
      base_url: `${stand.upstream.url}/inner`,
    },
  })
  for (const model of ['inner-model', 'inner-embedding']) {
    await stand.root.client.createPrice({
      body: { model, type: 'tokens', channel_type: 8, input: '1', output: '1' },
    })
  }
  customer = await stand.customer()
})
afterAll(() => stand[Symbol.asyncDispose]())

const messages = [{ role: 'user', content: 'hi' }]
const contents = [{ role: 'user', parts: [{ text: 'hi' }] }]

/** Every way to name a model; null: it is read, not asked. */
const ways: [string, (model: string) => { path: string; body: object | null }][] = [
  ['chat', (model) => ({ path: '/v1/chat/completions', body: { model, messages } })],
  ['completions', (model) => ({ path: '/v1/completions', body: { model, prompt: 'hi' } })],
  ['responses', (model) => ({ path: '/v1/responses', body: { model, input: 'hi' } })],
  ['embeddings', (model) => ({ path: '/v1/embeddings', body: { model, input: 'hi' } })],
  ['messages', (model) => ({ path: '/v1/messages', body: { model, messages, max_tokens: 9 } })],
  ['a count', (model) => ({ path: '/v1/messages/count_tokens', body: { model, messages } })],
  ['gemini', (model) => ({ path: `/v1beta/models/${model}:generateContent`, body: { contents } })],
  [
    'a Gemini count',
    (model) => ({ path: `/v1beta/models/${model}:countTokens`, body: { contents } }),
  ],
  ['a model', (model) => ({ path: `/v1/models/${model}`, body: null })],
  ['a Gemini model', (model) => ({ path: `/v1beta/models/${model}`, body: null })],
]

const changing =
  /^(date|x-request-id|request-id|content-length|x-ratelimit.*|openai-processing-ms)$/

async function told(path: string, body: object | null, name: string) {
  const response = await fetch(`${stand.product.address}${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  })
  const text = (await response.text()).replaceAll(name, '‹name›')
  const id = response.headers.get('x-request-id') ?? ''
  return {
    status: response.status,
    text: text.replaceAll(id, '‹id›'),
    headers: [...response.headers].filter(([header]) => !changing.test(header)),
  }
}

describe('a model of a private group is one that does not exist', () => {
  test.each(ways)('asked by %s', async (_, way) => {
    for (const name of ['inner-model', 'inner-embedding']) {
      const hidden = way(name)
      const absent = way('other-thing')
      const answer = await told(hidden.path, hidden.body, name)
      expect(answer).toEqual(await told(absent.path, absent.body, 'other-thing'))
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    expect(stand.upstream.calls.filter(({ channel }) => channel === 'inner')).toEqual([])
  })

  test('and in no list', async () => {
    for (const path of ['/v1/models', '/v1beta/models']) {
      expect((await told(path, null, '‹none›')).text).not.toContain('inner')
    }
    expect(
      JSON.stringify(await customer.browser.client.listOwnModels({ query: {} })),
    ).not.toContain('inner')
    expect(JSON.stringify(await customer.browser.client.listPrices({}))).not.toContain('inner')
    expect(JSON.stringify(await customer.browser.client.listServedModels({}))).not.toContain(
      'inner',
    )
    expect(
      await (await fetch(`${stand.product.address}/api/available_model`)).text(),
    ).not.toContain('inner')
    const visitor = await fetch(`${stand.product.address}/api/prices`)
    expect(await visitor.text()).not.toContain('inner')
    expect(JSON.stringify(await stand.root.client.listPrices({}))).toContain('inner-model')
    expect(JSON.stringify(await customer.browser.client.listOwnGroups({}))).not.toContain('inner')
    expect(
      JSON.stringify(await customer.browser.client.search({ query: { q: 'inner' } })),
    ).not.toContain('inner')
  })
})

test('a private group is one that does not exist', async () => {
  const { client } = customer.browser
  const refusal = (group: string) =>
    client.createToken({ body: { name: 'x', group } }).then(
      () => expect.fail('was not refused'),
      ({ status, code, message }: CallError) => ({
        status,
        code,
        message: message.replace(group, '‹name›'),
      }),
    )
  expect(await refusal('inner')).toEqual(await refusal('other'))
})

test('a channel is nobody’s to name but an administrator’s', async () => {
  const pinned = async (id: number) => {
    const key = `${customer.key}#${id}`
    const answer = await stand.ask({ key }, { model: 'mock/x', messages })
    return { status: answer.status, text: (await answer.text()).replace(/[0-9a-f-]{36}/, '') }
  }
  expect(await pinned(2)).toEqual(await pinned(99_999))
})
