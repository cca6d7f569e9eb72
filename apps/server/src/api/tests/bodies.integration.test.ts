import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { api } from '@posthouse/contract/api'
import type { Endpoint } from '@posthouse/contract/endpoint'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
let cookie = ''
beforeAll(async () => {
  product = await openProduct({ bodyTimes: { silenceMs: 150, totalMs: 600 } })
  cookie = (await product.root()).cookie()
})
afterAll(() => product.close())

/** Sends a head and then what `go` sends; answers all that came until the server closed the connection. */
async function told(
  head: string,
  go: (write: (text: string) => void) => () => void,
): Promise<string> {
  const { hostname, port } = new URL(product.address)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')))
  socket.on('error', () => {})
  const lines = [head, 'Host: gate', 'Content-Type: application/json', `Cookie: ${cookie}`]
  socket.write(`${lines.join('\r\n')}\r\n`)
  const stop = go((more) => void (socket.writable && socket.write(more)))
  await once(socket, 'close')
  stop()
  return text
}

/** Pages exist only after `npm run build`, which the fast checks do without. */
const consolePage = new URL('../../../../console/dist/index.html', import.meta.url)
const pageStatus = existsSync(consolePage) ? 200 : 503

const silent = (write: (text: string) => void) => {
  write('Content-Length: 100\r\n\r\n{')
  return () => {}
}
const dripping = (write: (text: string) => void) => {
  write('Transfer-Encoding: chunked\r\n\r\n')
  const drops = setInterval(() => write('1\r\n \r\n'), 20)
  return () => clearInterval(drops)
}

describe('a body that does not come to its end is not waited for', () => {
  test.each([
    ['silent', silent],
    ['dripping', dripping],
  ])('%s, where it is read', async (_, go) => {
    const text = await told('POST /api/token/ HTTP/1.1', go)
    expect(text).toMatch(/^HTTP\/1.1 408/)
    expect(text).toContain('request.timeout')
  })

  test.each([
    ['without a session', 'POST /api/token/ HTTP/1.1\r\nSec-Fetch-Site: cross-site', 403],
    ['of a call without a body', 'POST /api/token/1/rotate HTTP/1.1', 200],
    ['of a call that reads', 'GET /api/status HTTP/1.1', 200],
    ['of a page', 'GET / HTTP/1.1', pageStatus],
    ['of a sign of life', 'GET /healthz HTTP/1.1', 200],
    ['of a model API that reads', 'GET /v1/models HTTP/1.1', 401],
    ['of a model API that refuses first', 'POST /v1/responses/x/cancel HTTP/1.1', 401],
    ['at no address', 'PUT /api/nothing HTTP/1.1', 404],
  ])('silent, %s', async (_, head, status) => {
    expect(await told(head, silent)).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
  })
})

test('a body that is too large is refused, announced or not', async () => {
  for (const chunked of [false, true]) {
    const text = 'x'.repeat(3 * 1024 * 1024)
    const response = await fetch(`${product.address}/api/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: chunked ? new Blob([text]).stream() : text,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'request.too-large' })
  }
})

/** What a body is made of, and what it is refused with. */
const bodies: readonly (readonly [string, string, object])[] = [
  [
    'a large one',
    JSON.stringify({ username: 'x'.repeat(33 * 1024) }),
    { code: 'request.too-large' },
  ],
  ['many entries', `[${'1,'.repeat(3_000)}1]`, { code: 'request.too-many-values' }],
  ['many lists', `[${'[],'.repeat(3_000)}[]]`, { code: 'request.too-many-values' }],
  [
    'many names',
    JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`n${at}`, 1]))),
    { code: 'request.too-many-values' },
  ],
  ['deep lists', '['.repeat(1_000), { code: 'request.bad-json' }],
]
const publicCalls = Object.values(api).filter(
  (endpoint: Endpoint) => endpoint.access === 'public' && endpoint.body !== undefined,
)

test.each(publicCalls.flatMap(({ path }) => bodies.map((body) => [path, ...body] as const)))(
  'signed out, %s does not walk over %s',
  async (path, _, body, refused) => {
    const response = await fetch(`${product.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(await response.json()).toMatchObject(refused)
  },
)

test.each([
  ['many entries', `[${'1,'.repeat(400_000)}1]`],
  ['many lists', `[${'[],'.repeat(400_000)}[]]`],
])('signed in, %s are counted before they are read', async (_, body) => {
  for (const path of ['/api/token/', '/api/prices/match']) {
    const response = await fetch(`${product.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body,
    })
    expect(await response.json()).toMatchObject({ code: 'request.too-many-values' })
  }
})

test('what stays within its time is taken in pieces', async () => {
  const body = JSON.stringify({ name: 'in pieces' })
  const response = await fetch(`${product.address}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: new Blob([body.slice(0, 5), body.slice(5)]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(await response.json()).toMatchObject({ success: true, data: { name: 'in pieces' } })
})
