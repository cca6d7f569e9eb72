import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logOptions } from '../lib/log.ts'
import type { CallbackHandler, Hook, HookAnswer, Notice } from './hook.ts'

const secret = 'secret of the gateway'
const sign = (body: Buffer | string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

const seen: Notice[] = []
const signedBy =
  (handle: (notice: Notice) => Promise<HookAnswer>): CallbackHandler =>
  async (notice) =>
    notice.headers['x-signature'] === sign(notice.body)
      ? { signer: 'gateway 7', handle: () => handle(notice) }
      : null

const handler = signedBy(async (notice) => {
  seen.push(notice)
  if (notice.query.has('breaks')) throw new Error('inside story')
  return { status: 202, contentType: 'text/plain', body: 'success' }
})

const hook = { methods: ['POST'], bodyBytesMax: 1_000, handler } as const
const hooks: readonly Hook[] = [
  { ...hook, name: 'payment-notice', path: '/api/payment/notify/:uuid' },
  { ...hook, name: 'epay', path: '/api/epay/:uuid', methods: ['GET', 'POST'] },
]

const lines: string[] = []
let product: Product
beforeAll(async () => {
  product = await openProduct({
    hooks,
    bodyTimes: { silenceMs: 150, totalMs: 600 },
    log: pino(logOptions('debug'), { write: (line: string) => void lines.push(line) }),
  })
})
afterAll(() => product.close())

const path = '/api/payment/notify/4f0c'
const body = Buffer.from([0x7b, 0x20, 0xff, 0x00, 0x7d])

type More = Omit<RequestInit, 'headers'> & {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

const notify = (more: More = {}): Promise<Response> =>
  fetch(`${product.address}${more.path ?? path}`, {
    method: 'POST',
    body,
    ...more,
    headers: { 'x-signature': sign(body), ...more.headers },
  })

describe('a notice', () => {
  test('is verified over its bytes as they came, and its hook answers', async () => {
    const response = await notify({ path: `${path}?trade=1` })
    expect(response.status).toBe(202)
    expect(await response.text()).toBe('success')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const notice = seen.at(-1)
    expect(notice?.body).toEqual(body)
    expect(notice?.params).toEqual({ uuid: '4f0c' })
    expect(notice?.query.get('trade')).toBe('1')
    expect(notice?.requestId).toBe(response.headers.get('x-request-id'))
  })

  test('with another signature does not reach its handler', async () => {
    const before = seen.length
    const response = await notify({ headers: { 'x-signature': sign(`${body.toString()} `) } })
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('The signature is not one that is known here\n')
    expect(seen).toHaveLength(before)
  })

  test.each([['announced'], ['in pieces']])('over its limit is refused, %s', async (how) => {
    const large = Buffer.alloc(1_001)
    const response = await notify({
      body: how === 'announced' ? large : new Blob([large]).stream(),
      headers: { 'x-signature': sign(large) },
      duplex: 'half',
    } as More)
    expect(response.status).toBe(413)
    expect(await response.text()).toBe('The body is over the limit of 1000 bytes\n')
  })

  test.each([
    ['PUT', path, 'POST'],
    ['OPTIONS', path, 'POST'],
    ['DELETE', '/api/epay/1', 'GET, POST'],
  ])('by %s at %s is told what there is: %s', async (method, at, allowed) => {
    const response = await notify({ method, path: at, body: null })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allowed)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('that does not come to its end is not waited for', async () => {
    const { hostname, port } = new URL(product.address)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')))
    socket.write(`POST ${path} HTTP/1.1\r\nHost: gate\r\nContent-Length: 100\r\n\r\n{`)
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1.1 408/)
    expect(text).toContain('The body did not arrive in time')
  })

  test('that makes its handler throw is answered with its request id alone', async () => {
    const response = await notify({ path: `${path}?breaks` })
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toContain('inside story')
    expect(text).toContain(response.headers.get('x-request-id'))
    const line = lines.find((one) => one.includes('inside story'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      request: response.headers.get('x-request-id'),
      hook: 'payment-notice',
    })
  })
})

describe('a machine is no browser', () => {
  test('a page of another site makes no difference, and gets no leave to read', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const response = await notify({ headers })
    expect(response.status).toBe(202)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('a session has no effect', async () => {
    const { cookie } = await product.root()
    const signed = await notify({ headers: { cookie: cookie() } })
    expect(signed.status).toBe(202)
    expect(seen.at(-1)?.headers).not.toHaveProperty('cookie')
    expect(signed.headers.get('set-cookie')).toBeNull()
    const unsigned = await notify({ headers: { cookie: cookie(), 'x-signature': '' } })
    expect(unsigned.status).toBe(401)
  })
})

test('the log has the request id and who signed, and never the path', async () => {
  const response = await notify({ path: '/api/payment/notify/path-canary?query-canary=1' })
  const request = response.headers.get('x-request-id') ?? 'none'
  const line = lines.find((one) => one.includes(request))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    hook: 'payment-notice',
    signer: 'gateway 7',
    status: 202,
  })
  expect(lines.filter((one) => one.includes('canary'))).toEqual([])
})

test('an address is counted, apart from its calls of the console', async () => {
  await using limited = await openProduct({
    hooks,
    noticeLimits: { requests: 2, seconds: 60 },
  })
  const ask = () => fetch(`${limited.address}${path}`, { method: 'POST' })
  const statuses = [(await ask()).status, (await ask()).status]
  const refused = await ask()
  expect([...statuses, refused.status]).toEqual([401, 401, 429])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${limited.address}/api/status`)).status).toBe(200)
})

test.each(['/api/payment/notify/4f0c'])('without a gateway there is nobody at %s', async (at) => {
  await using empty = await openProduct()
  for (const method of ['GET', 'POST']) {
    const response = await fetch(`${empty.address}${at}`, { method })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('There is nothing at this address\n')
  }
})

test('the end of the process waits for a notice whose machine has hung up', async () => {
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const order: string[] = []
  const slow = signedBy(async () => {
    entered.resolve()
    await leave.promise
    order.push('handled')
    return { status: 200, contentType: 'text/plain', body: 'success' }
  })
  const ending = await openProduct({
    hooks: [{ ...hook, name: 'slow', path: '/api/slow', handler: slow }],
  })
  const left = new AbortController()
  const asked = fetch(`${ending.address}/api/slow`, {
    method: 'POST',
    body,
    headers: { 'x-signature': sign(body) },
    signal: left.signal,
  }).catch(() => order.push('hung up'))
  await entered.promise
  left.abort()
  await asked
  const closing = ending.close().then(() => order.push('closed'))
  // Time enough for an end that does not wait.
  await new Promise((resolve) => setTimeout(resolve, 300))
  leave.resolve()
  await closing
  expect(order).toEqual(['hung up', 'handled', 'closed'])
})
