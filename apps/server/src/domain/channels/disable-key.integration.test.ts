import { chatOf, type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer()
  await stand.set('AutomaticDisableChannelEnabled', 'true')
})
afterAll(() => stand[Symbol.asyncDispose]())

const answer = {
  id: 'x',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}
const poor = { error: { message: 'You can only afford 100 tokens', code: 402 } }

const statuses = async (name: string): Promise<number[]> =>
  (await stand.root.client.listChannels({ query: { name } })).data.map(({ status }) => status)

test('a customer who asks for more than the account can pay disables nothing for anybody', async () => {
  stand.upstream.on('mock/dear', (call) => {
    const large = Number(call.body['max_tokens'] ?? 0) > 1_000
    call.json(large ? 402 : 200, large ? poor : answer)
  })
  for (let round = 0; round < 5; round++) {
    const large = await stand.ask(customer, chatOf('mock/dear', 'x', { max_tokens: 30_000 }))
    expect(large.status).not.toBe(200)
  }
  await vi.waitFor(() => {
    const probes = stand.upstream.of('mock/dear').filter(({ body }) => body['max_tokens'] === 16)
    expect(new Set(probes.map(({ channel }) => channel)).size).toBe(3)
  })
  const small = await stand.ask(await stand.customer(), chatOf('mock/dear', 'y'))
  expect(small.status).toBe(200)
  expect(stand.upstream.of('mock/dear').at(-1)?.channel).toBe('first')
  expect(await statuses('first')).toEqual([1])
})

test('an account without credit is taken out at the first customer who meets it', async () => {
  await stand.root.client.createChannel({
    body: {
      type: 8,
      name: 'broke',
      group: ['default'],
      models: ['mock/*'],
      key: 'sk-broke-0123456789',
      base_url: `${stand.upstream.url}/broke`,
      priority: 90,
    },
  })
  stand.upstream.on('mock/broke', (call) => {
    if (call.channel === 'broke') call.json(402, poor)
    else call.json(200, answer)
  })
  expect((await stand.ask(customer, chatOf('mock/broke', 'x'))).status).toBe(200)
  await vi.waitFor(async () => expect(await statuses('broke')).toEqual([3]))
})
