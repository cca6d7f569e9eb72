import type { Explanation } from '@posthouse/contract/channel-explanation'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, openStand, type Stand } from '@posthouse/testkit/stand'
import { roles } from '@posthouse/contract/user'
import { afterAll, beforeAll, expect, test } from 'vitest'

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
  stand.upstream.onAny((asked) => asked.json(200, chatAnswer('hello', usageOf(10, 5))))
})
afterAll(() => stand[Symbol.asyncDispose]())

const explained = async (key: string, body: object) => {
  const response = await stand.ask({ key }, body, { path: '/v1/explain' })
  return { status: response.status, body: (await response.json()) as Explanation }
}

const order = ({ candidates }: Explanation) => candidates.map(({ channel }) => channel)

test('the first candidate is the channel that a call then uses, for the console and for a key', async () => {
  const customer = await stand.customer()
  const { data: channels } = await stand.root.client.listChannels({ query: {} })
  for (const chosen of channels.filter(({ models }) => models.includes('mock/*'))) {
    const before = chosen.priority
    await stand.root.client.updateChannel({ body: { id: chosen.id, priority: 99 } })
    const body = { model: 'mock/x', token_id: customer.tokenId }
    const told = await stand.root.client.explainRouting({ body })
    expect(told.candidates[0]).toMatchObject({ channel: chosen.name, share: 1, priority: 99 })
    expect(told.candidates).toHaveLength(4)
    const answer = await stand.ask(customer, chatOf('mock/x', 'hi'))
    await answer.text()
    const { channel } = await stand.books.charge(answer.headers.get('x-request-id') ?? '')
    expect(channel).toBe(chosen.name)
    await stand.root.client.updateChannel({ body: { id: chosen.id, priority: before } })
  }
})

test('administrators read the names of channels, customers numbers', async () => {
  const admin = await stand.customer({ role: roles.administrator })
  const customer = await stand.customer()
  const own = await explained(admin.key, { model: 'mock/x' })
  expect(order(own.body)).toEqual(['first', 'second', 'third', 'fourth'])
  const theirs = await explained(customer.key, { model: 'mock/x' })
  expect(order(theirs.body)).toEqual(['1', '2', '3', '4'])
  expect(JSON.stringify(theirs.body)).not.toMatch(/"first"|"second"|sk-upstream/)
  expect(theirs.body.candidates.map((one) => one.channel_id)).toEqual([null, null, null, null])
})

test('whoever would not serve it is told with the reason', async () => {
  const limited = await stand.customer({ token: { limits: { models: ['other'] } as never } })
  const { client } = stand.root
  const body = { model: 'mock/x', token_id: limited.tokenId }
  const barred = await client.explainRouting({ body })
  expect(barred).toMatchObject({ stopped: 'token-model', candidates: [] })
  expect(barred.rejected.filter(({ reason }) => reason === 'token-model')).toHaveLength(4)
  expect((await explained(limited.key, { model: 'mock/x' })).body.stopped).toBe('token-model')

  const { data } = await client.listChannels({ query: { name: 'first' } })
  const id = data[0]?.id ?? 0
  await client.updateChannel({ body: { id, status: 2 } })
  const off = await client.explainRouting({ body: { model: 'mock/x' } })
  expect(off.rejected[0]).toMatchObject({ channel_id: id, reason: 'disabled' })
  await client.updateChannel({ body: { id, status: 1 } })
  const group = await client.explainRouting({ body: { model: 'mock/x', group: 'nowhere' } })
  expect(group).toMatchObject({ stopped: 'group-closed', candidates: [] })
})

test('what cannot be explained is refused', async () => {
  const customer = await stand.customer()
  expect((await explained('sk-wrong', { model: 'mock/x' })).status).toBe(401)
  expect((await explained(customer.key, {})).status).toBe(400)
  expect((await explained(customer.key, { model: 'mock/x', path: '/v1/nothing' })).status).toBe(404)
  const { client } = customer.browser
  await expect(client.explainRouting({ body: { model: 'mock/x' } })).rejects.toThrow()
})
