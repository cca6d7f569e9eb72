import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { chatOf, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '../../domain/outbox/message.ts'
import type { WebhookTarget } from '../../domain/settings/webhook-target.ts'
import { undiciTransport } from '../../upstream/transport/undici-transport.ts'
import { createWebhookSender } from './send-webhook.ts'
import { signatureOf } from './signature.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

type Heard = { readonly headers: IncomingHttpHeaders; readonly body: string }

async function openReceiver(answer: RequestListener) {
  const heard: Heard[] = []
  let first = Promise.withResolvers<Heard>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { headers: request.headers, body }
      heard.push(one)
      answer(request, response)
      first.resolve(one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/in`,
    heard,
    next: () => {
      first = Promise.withResolvers()
      return first.promise
    },
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const transport = undiciTransport()
afterAll(() => transport.close())

const message: Message = { id: 'msg_1', kind: 'a.b', payload: '{"n":1}', at: 1_000 }
const send = (target: WebhookTarget | null) =>
  createWebhookSender({ transport, target: () => target, clock: { now: () => 1_700_000_000_999 } })(
    message,
  )

describe('a message', () => {
  test('goes out signed, with its id and the time of the attempt', async () => {
    using receiver = await openReceiver((_, response) => response.writeHead(204).end())
    const to = { url: receiver.url, secret, privateAllowed: true }
    expect(await send(to)).toEqual({ outcome: 'delivered' })
    const [one] = receiver.heard
    const body = '{"type":"a.b","timestamp":"1970-01-01T00:00:01.000Z","data":{"n":1}}'
    expect(one?.body).toBe(body)
    expect(one?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': signatureOf({ id: 'msg_1', timestamp: 1_700_000_000, body }, secret),
    })
  })

  test.each([
    [200, { outcome: 'delivered' }],
    [302, { outcome: 'again', reason: 'it answered 302' }],
    [404, { outcome: 'again', reason: 'it answered 404' }],
    [410, { outcome: 'never', reason: 'it answered 410' }],
    [503, { outcome: 'again', reason: 'it answered 503' }],
  ])('that is answered %i', async (status, expected) => {
    using receiver = await openReceiver((_, response) =>
      response.writeHead(status, { location: receiver.url }).end(),
    )
    expect(await send({ url: receiver.url, secret, privateAllowed: true })).toEqual(expected)
    expect(receiver.heard).toHaveLength(1)
  })

  test('goes to no private address where the setting forbids it', async () => {
    using receiver = await openReceiver((_, response) => response.end())
    const to = { url: receiver.url, secret, privateAllowed: false }
    expect(await send(to)).toEqual({ outcome: 'again', reason: 'address-refused' })
    expect(receiver.heard).toEqual([])
  })

  test('goes to nobody once there is no webhook', async () => {
    expect(await send(null)).toMatchObject({ outcome: 'wait' })
  })
})

describe('a channel that is taken out of service', () => {
  let stand: Stand
  beforeAll(async () => {
    stand = await openStand()
    await stand.set('AutomaticDisableChannelEnabled', 'true')
  })
  afterAll(() => stand[Symbol.asyncDispose]())

  /** A channel whose supplier has no credit, asked once. */
  async function meetsItsEnd(name: string): Promise<void> {
    const model = `mock/${name}`
    stand.upstream.on(model, (call) =>
      call.json(call.channel === name ? 402 : 200, {
        id: 'x',
        choices: [
          { index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
    await stand.root.client.createChannel({
      body: {
        type: 8,
        name,
        group: ['default'],
        models: [model],
        key: `sk-${name}-0123456789`,
        base_url: `${stand.upstream.url}/${name}`,
        priority: 90,
      },
    })
    await stand.ask(await stand.customer(), chatOf(model, 'x'))
  }
  const messages = () => stand.product.server.stores.db.selectFrom('outbox').selectAll().execute()
  const isOut = async (name: string): Promise<boolean> =>
    (await stand.root.client.listChannels({ query: { name } })).data[0]?.status === 3

  test('is told to nobody as long as there is no webhook', async () => {
    await meetsItsEnd('unheard')
    await expect.poll(() => isOut('unheard')).toBe(true)
    expect(await messages()).toEqual([])
  })

  test('is told to the webhook', async () => {
    using receiver = await openReceiver((_, response) => response.end())
    await stand.set('WebhookUrl', receiver.url)
    await stand.set('WebhookSecret', secret)
    const told = receiver.next()
    await meetsItsEnd('broke')
    const { headers, body } = await told
    expect(JSON.parse(body)).toMatchObject({
      type: 'channel.disabled',
      data: { channel_name: 'broke', reason: expect.any(String) },
    })
    const [written] = await messages()
    expect(headers['webhook-id']).toBe(written?.id)
    await expect.poll(async () => (await messages())[0]?.delivered_at).not.toBeNull()
    expect(await messages()).toHaveLength(1)
  })
})
