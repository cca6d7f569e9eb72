import { expect } from 'vitest'
import { type Cases, collect, ok, requestTo, serving, text } from './transport-rig.ts'

/** Obedience of a transport: abort, pause, resume, keep the connection, send what it was given. */
export function obeys(cases: Cases): void {
  stops(cases)
  sends(cases)
}

function stops(cases: Cases): void {
  cases('closes the socket when aborted, in every phase', async (transport) => {
    for (const bytes of ['', `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`]) {
      let asked = 0
      const served = await serving((socket) => {
        asked += 1
        socket.write(bytes)
      })
      const opening = transport.open(requestTo(served.url))
      opening.reply.catch(() => {})
      if (bytes !== '') await opening.reply
      while (asked === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      opening.abort()
      opening.abort()
      while (served.closed() === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      if (bytes === '') await expect(opening.reply).rejects.toMatchObject({ fault: 'aborted' })
      served.close()
    }
  })

  cases('stops reading the socket when paused', async (transport) => {
    let written = 0
    const piece = Buffer.alloc(64 * 1024, 97)
    const served = await serving((socket) => {
      socket.write(`${ok}Connection: close\r\n\r\n`)
      const next = (): void => {
        while (!socket.destroyed && written < 256 * 1024 * 1024) {
          written += piece.length
          if (!socket.write(piece)) return void socket.once('drain', next)
        }
      }
      next()
    })
    const opening = transport.open(requestTo(served.url))
    const { body } = await opening.reply
    let read = 0
    body.read({
      data: (chunk) => {
        read += chunk.length
        body.pause()
      },
      end: () => {},
      fail: () => {},
    })
    let last = -1
    while (last !== written) {
      last = written
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    expect(written).toBeLessThan(64 * 1024 * 1024)
    const before = read
    body.resume()
    while (read === before) await new Promise((resolve) => setTimeout(resolve, 1))
    opening.abort()
    served.close()
  })
}

function sends(cases: Cases): void {
  cases('uses a connection again', async (transport) => {
    const served = await serving(
      (socket) => void socket.write(`${ok}Content-Length: 12\r\n\r\n${text}`),
    )
    for (let at = 0; at < 5; at += 1)
      await collect(await transport.open(requestTo(served.url)).reply)
    expect(served.closed()).toBe(0)
    served.close()
  })

  cases('sends the bytes and the headers that it was given', async (transport) => {
    let seen = ''
    const served = await serving((socket, request) => {
      seen = request
      socket.write(`${ok}Content-Length: 0\r\n\r\n`)
    })
    await collect(await transport.open(requestTo(served.url, { headers: { 'x-a': 'b' } })).reply)
    expect(seen).toMatch(/^POST \/v1\/x HTTP\/1\.1\r\n/)
    expect(seen).toMatch(/\r\nx-a: b\r\n/i)
    expect(seen).toMatch(/\r\ncontent-length: 2\r\n/i)
    served.close()
  })
}
