import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { transportConformance } from './transport-conformance.ts'
import { ok, requestTo, serving } from './transport-rig.ts'
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
