import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { chatFrames, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, openStand } from '@posthouse/testkit/stand'
import { expect, test } from 'vitest'

/** It takes connections and says nothing, as a Redis does that hangs. */
async function listenInSilence(): Promise<{ server: Server; url: string }> {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { server, url: `redis://127.0.0.1:${address.port}` }
}

test('with a Redis that hangs people sign in, calls are answered, limits hold and /readyz says so', async () => {
  const { server, url } = await listenInSilence()
  const stand = await openStand({ env: { REDIS_URL: url } })
  stand.upstream.onAny(async (call) => {
    call.stream()
    for (const piece of chatFrames(['Rain'], usageOf(4, 2))) await call.write(piece)
    call.end()
  })
  const customer = await stand.customer({ token: { limits: { requests_per_minute: 2 } } })
  const ask = async (): Promise<number> => {
    const response = await stand.ask(customer, chatOf('mock/words', 'hello', { stream: true }))
    await response.text()
    return response.status
  }
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
  const readiness = await fetch(`${stand.product.address}/readyz`)
  expect(readiness.status).toBe(200)
  expect(await readiness.text()).toMatch(/^ready, without Redis since 20\d\d-/)
  await stand[Symbol.asyncDispose]()
  server.close()
})
