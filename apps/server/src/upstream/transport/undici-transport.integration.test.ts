import { createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { transportConformance } from '../testing/transport-conformance.ts'
import { faultOf, ok, requestTo, serving } from '../testing/transport-rig.ts'
import type { Opening } from './transport.ts'
import { undiciTransport } from './undici-transport.ts'

const no100 = 'undici takes a 100 that nobody expected for a broken answer'

transportConformance('undici', () => undiciTransport({ connectMs: 2_000 }), {
  except: Object.fromEntries(
    [1, 7, 10_000].map((size) => [`reads a 100 before the answer, in reads of ${size}`, no100]),
  ),
})

const chunks = (count: number): string => '5\r\nhello\r\n'.repeat(count)

describe('the chunks of one read', () => {
  it.each([
    { title: 'come before the end', last: '0\r\n\r\n', seen: ['hello'.repeat(100), 'end'] },
    { title: 'come before the failure', last: 'zz\r\n', seen: ['hello'.repeat(100), 'malformed'] },
    { title: 'wait for nothing', last: '', seen: ['hello'.repeat(100)] },
  ])('are handed on together and $title', async ({ last, seen }) => {
    const { wire, body, close } = await openStream()
    const calls: string[] = []
    body.read({
      data: (chunk) => void calls.push(chunk.toString()),
      end: () => void calls.push('end'),
      fail: (error) => void calls.push(error.fault),
    })
    wire.write(chunks(100) + last)
    while (calls.length < seen.length) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(calls).toEqual(seen)
    await close()
  })

  it('are not given to a reader who gave up', async () => {
    const { wire, body, abort, close } = await openStream()
    const calls: string[] = []
    body.read({
      data: (chunk) => {
        calls.push(chunk.toString())
        abort()
      },
      end: () => void calls.push('end'),
      fail: (error) => void calls.push(error.fault),
    })
    wire.write(`${chunks(1)}0\r\n\r\n`)
    while (calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(calls).toEqual(['hello'])
    await close()
  })
})

it('opens as many connections as there are calls', async () => {
  let asked = 0
  const served = await serving(() => void (asked += 1))
  const transport = undiciTransport()
  const openings = Array.from({ length: 1_100 }, () => transport.open(requestTo(served.url)))
  const replies = openings.map(({ reply }) => reply.catch(() => null))
  while (asked < openings.length) await new Promise((resolve) => setTimeout(resolve, 5))
  for (const opening of openings) opening.abort()
  await Promise.all(replies)
  served.close()
  await transport.close()
})

it('sends no header that cannot be sent, and goes on to the same host', async () => {
  const served = await serving((socket) => socket.end(`${ok}Content-Length: 0\r\n\r\n`))
  const transport = undiciTransport()
  const request = requestTo(served.url)
  for (const headers of [{ authorization: 'Bearer sk-…wxyz' }, { 'x y': 'z' }, { x: 'a\nb' }]) {
    expect(await faultOf(transport, { ...request, headers })).toBe('unsendable')
  }
  expect(await faultOf(transport, { ...request, proxy: 'http://[' })).toBe('unsendable')
  expect(await faultOf(transport, request)).toBe(null)
  served.close()
  await transport.close()
})

it.each(['http', 'https'])('waits for no silent proxy, to %s', async (scheme) => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    sockets.push(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  const transport = undiciTransport({ connectMs: 300, sendMs: 300 })
  const fault = await faultOf(transport, {
    ...requestTo(new URL(`${scheme}://supplier.example/`)),
    proxy: `http://127.0.0.1:${port}`,
    timeouts: { headersMs: 300, idleMs: 300 },
  })
  expect(fault).toMatch(/^timeout/)
  for (const socket of sockets) socket.destroy()
  server.close()
  await transport.close()
})

describe('a call', () => {
  const ended = ({ reply }: Opening): Promise<unknown> => reply.catch(() => null)

  it('counts as sent once its supplier may have it, and not before', async () => {
    let asked = 0
    const served = await serving(() => void (asked += 1))
    const transport = undiciTransport()
    const givenUp = transport.open(requestTo(served.url))
    givenUp.abort()
    await ended(givenUp)
    const underWay = transport.open(requestTo(served.url))
    while (asked === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    expect([givenUp.sent, underWay.sent, asked]).toEqual([false, true, 1])
    underWay.abort()
    await ended(underWay)
    served.close()
    await transport.close()
  })

  it('that finds nobody was not sent', async () => {
    const served = await serving(() => {})
    served.close()
    const transport = undiciTransport()
    const opening = transport.open(requestTo(served.url))
    await ended(opening)
    expect(opening.sent).toBe(false)
    await transport.close()
  })
})

/** A stream whose head has come, and the socket that the rest of it is written to. */
async function openStream() {
  const opened = Promise.withResolvers<Socket>()
  const served = await serving((socket) => {
    socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n`)
    opened.resolve(socket)
  })
  const transport = undiciTransport()
  const opening = transport.open(requestTo(served.url))
  const { body } = await opening.reply
  const close = async (): Promise<void> => {
    served.close()
    await transport.close()
  }
  return { wire: await opened.promise, body, abort: () => opening.abort(), close }
}

describe('a proxy', () => {
  it.each([
    'http://169.254.169.254:80',
    'https://[fd00:ec2::254]',
    'socks5://2852039166:1080',
    'socks5h://user:pass@[::ffff:a9fe:a9fe]:1080',
  ])('is never a metadata address: %s', async (proxy) => {
    const transport = undiciTransport({ connectMs: 2_000 })
    const { reply } = transport.open({ ...requestTo(new URL('http://supplier.example/')), proxy })
    const error = await reply.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ fault: 'address-refused' })
    await transport.close()
  })

  it.each(['http', 'socks5'])('of a private address is asked: %s', async (scheme) => {
    const asked = Promise.withResolvers<number>()
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (bytes: Buffer) => {
        asked.resolve(bytes.length)
        socket.destroy()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : null
    const transport = undiciTransport({ connectMs: 2_000 })
    // By its name: the lookup is the guarded one.
    const proxy = `${scheme}://localhost:${port}`
    const opening = transport.open({ ...requestTo(new URL('http://supplier.example/')), proxy })
    opening.reply.catch(() => null)
    expect(await asked.promise).toBeGreaterThan(0)
    opening.abort()
    await transport.close()
    server.close()
  })
})
