import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FetchLimits, guardedFetch } from './guarded-fetch.ts'
import { undiciTransport } from './undici-transport.ts'

/** Told of what is refused and of what is not there alike. */
const unreachable = 'its server is not allowed or could not be reached'

const transport = undiciTransport()
const limits: FetchLimits = {
  accepts: /^image\//,
  bytesMax: 1_000,
  totalMs: 5_000,
  allowedHosts: ['localhost'],
  memory: { take: () => {} },
}
const png = { 'content-type': 'image/png' }

const answers: Readonly<Record<string, RequestListener>> = {
  '/picture': (_, response) => response.writeHead(200, png).end('picture'),
  '/again': (_, response) => response.writeHead(302, { location: '/picture' }).end(),
  '/inside': (_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/picture` }).end(),
  '/metadata': (_, response) =>
    response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/page': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  '/announced': (_, response) =>
    response.writeHead(200, { ...png, 'content-length': '2000' }).end('x'.repeat(2_000)),
  '/long': (_, response) => {
    response.writeHead(200, png)
    for (let part = 0; part < 20; part += 1) response.write('x'.repeat(100))
    response.end()
  },
  '/silent': (_, response) => response.writeHead(200, png).write('x'),
  '/missing': (_, response) => response.writeHead(404).end('secret words of the server'),
}

let server: Server
let port = 0
let asked: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answers[request.url ?? '']?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await transport.close()
})

const fetched = (address: string, more: Partial<FetchLimits> = {}) =>
  guardedFetch(transport, address, { ...limits, ...more })

describe('an address of a user’s', () => {
  it('is fetched, over a redirect too', async () => {
    for (const path of ['picture', 'again']) {
      const { mediaType, bytes } = await fetched(`http://localhost:${port}/${path}`)
      expect([mediaType, bytes.toString()]).toEqual(['image/png', 'picture'])
    }
  })

  // CVE-2025-59146, CVE-2026-42339, CVE-2026-33655: every spelling of an inside address.
  const inside = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '[fd00:ec2::254]',
    '[fe80::1]',
    'localhost',
  ]
  it.each(inside)('is refused when it is %s, and nobody is asked', async (host) => {
    asked = []
    const refused = fetched(`http://${host}:${port}/picture`, { allowedHosts: [] })
    await expect(refused).rejects.toMatchObject({ name: 'FetchRefused', message: unreachable })
    expect(asked).toEqual([])
  })

  it('is refused when its name leads nowhere', async () => {
    const refused = fetched('http://nowhere.invalid/picture')
    await expect(refused).rejects.toMatchObject({ name: 'FetchRefused', message: unreachable })
  })

  // CVE-2025-62155: what a redirect leads to is checked like the address itself.
  it.each(['inside', 'metadata'])('is refused when it redirects: %s', async (path) => {
    asked = []
    const refused = fetched(`http://localhost:${port}/${path}`)
    await expect(refused).rejects.toMatchObject({ name: 'FetchRefused', message: unreachable })
    expect(asked).toEqual([`/${path}`])
  })

  it('never is a metadata address, whatever the operator allows', async () => {
    const refused = fetched('http://169.254.169.254/', { allowedHosts: ['169.254.169.254'] })
    await expect(refused).rejects.toMatchObject({ name: 'FetchRefused', message: unreachable })
  })

  it.each([
    ['ftp://example.com/a', 'only http and https are fetched'],
    ['file:///etc/passwd', 'only http and https are fetched'],
    ['no address', 'it is no address'],
    ['http://user:pass@localhost/', 'it carries a name or a password'],
  ])('is refused when it is %s', async (address, reason) => {
    await expect(fetched(address)).rejects.toMatchObject({ name: 'FetchRefused', message: reason })
  })

  it.each([
    ['file', 'only http and https are fetched'],
    ['loop', 'it redirects too often'],
    ['page', 'its type text/html is not accepted'],
    ['announced', 'it is longer than 1000 bytes'],
    ['long', 'it is too long'],
    ['missing', 'its server answered 404'],
  ])('is refused for what it gives: %s', async (path, reason) => {
    const refused = fetched(`http://localhost:${port}/${path}`)
    await expect(refused).rejects.toMatchObject({ name: 'FetchRefused', message: reason })
  })

  it('is given up when it takes too long', async () => {
    const refused = fetched(`http://localhost:${port}/silent`, { totalMs: 200 })
    await expect(refused).rejects.toMatchObject({
      name: 'FetchRefused',
      message: 'it took too long',
    })
  })
})
