import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PacedResponse, untakenMs } from './paced-response.ts'

const mebibyte = 1024 * 1024
const long = Buffer.alloc(16 * mebibyte, 'a')

let server: Server
let answer: (response: ServerResponse) => void

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

/** A client that has read the head of what `begin` answers, and both ends. */
async function asked(begin: (paced: PacedResponse, response: ServerResponse) => void) {
  const drained = vi.fn<() => void>()
  const begun = Promise.withResolvers<{ response: ServerResponse; paced: PacedResponse }>()
  answer = (response) => {
    const paced = new PacedResponse(response, drained)
    begin(paced, response)
    begun.resolve({ response, paced })
  }
  const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).end()
  const [incoming] = (await once(client, 'response')) as [IncomingMessage]
  return { ...(await begun.promise), incoming, client, drained }
}

it('gives up a client that takes nothing of a whole answer', async () => {
  const { response, paced, client } = await asked((one) => one.end(long))
  client.on('error', () => {})
  expect(paced.pendingBytes).toBeGreaterThan(mebibyte)
  const closed = once(response, 'close')
  vi.advanceTimersByTime(untakenMs)
  await closed
  expect([response.writableFinished, paced.pendingBytes]).toEqual([false, 0])
})

it('gives up a client that takes nothing more of a stream', async () => {
  const { response, client, drained } = await asked((one) => void one.write(long))
  client.on('error', () => {})
  const closed = once(response, 'close')
  vi.advanceTimersByTime(untakenMs)
  await closed
  expect(drained).not.toHaveBeenCalled()
})

it('waits for one that takes something now and then, and tells when all is taken', async () => {
  const { response, paced, incoming, drained } = await asked((one) => void one.write(long))
  for (let pending = paced.pendingBytes; pending > 0; pending = paced.pendingBytes) {
    vi.advanceTimersByTime(untakenMs * 0.75)
    while (paced.pendingBytes >= pending) {
      incoming.read()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  vi.advanceTimersByTime(untakenMs * 2)
  expect([drained.mock.calls.length, paced.pendingBytes]).toEqual([1, 0])
  paced.end(Buffer.from('end'))
  expect((await text(incoming)).endsWith('end')).toBe(true)
  expect(response.writableFinished).toBe(true)
})

it('sends what was written in its order', async () => {
  const { incoming } = await asked((one) => {
    one.write(Buffer.from('first '))
    one.write(long)
    one.write(Buffer.from(' then'))
    one.end(Buffer.from(' last'))
  })
  expect(await text(incoming)).toBe(`first ${long.toString()} then last`)
})

it('waits for nothing where all was taken', async () => {
  const { response, incoming } = await asked((one) => one.end(Buffer.from('short')))
  expect(await text(incoming)).toBe('short')
  vi.advanceTimersByTime(untakenMs)
  expect([response.writableFinished, vi.getTimerCount()]).toEqual([true, 0])
})
