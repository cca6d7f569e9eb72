import { api, type CallName } from '@posthouse/contract/api'
import { addressOf } from '@posthouse/contract/client'
import { type Endpoint, roleFor } from '@posthouse/contract/endpoint'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * Made from the contract: every call, by everybody below the role that it asks for. A new call is in
 * here without a line.
 */

let product: Product
let cookies: Record<'user' | 'admin', string>
beforeAll(async () => {
  product = await openProduct()
  const user = await product.user({ name: 'ordinary', role: 1 })
  const admin = await product.user({ name: 'manager', role: 10 })
  cookies = { user: user.cookie(), admin: admin.cookie() }
})
afterAll(() => product.close())

const calls = Object.entries(api) as [CallName, Endpoint][]

async function call(endpoint: Endpoint, cookie: string, headers: Record<string, string> = {}) {
  const params = { id: '1', model: 'x' }
  const response = await fetch(`${product.address}${addressOf(endpoint, { params })}`, {
    method: endpoint.method,
    headers: { cookie, ...headers },
    ...(endpoint.body === undefined ? {} : { body: '{}' }),
  })
  return { status: response.status, body: await response.json() }
}

describe('without a session', () => {
  test.each(calls.filter(([, { access }]) => access !== 'public'))(
    '%s answers 401',
    async (_, endpoint) => {
      const { status, body } = await call(endpoint, '')
      expect(status).toBe(401)
      expect(body).toMatchObject({ success: false, code: 'auth.signed-out' })
    },
  )
})

describe('with a role too low', () => {
  const lower = (endpoint: Endpoint) =>
    (
      [
        ['user', 1],
        ['admin', 10],
      ] as const
    ).filter(([, role]) => role < roleFor[endpoint.access])
  const cases = calls.flatMap(([name, endpoint]) =>
    lower(endpoint).map(([who]) => [name, who, endpoint] as const),
  )
  test.each(cases)('%s answers 403 to the role %s', async (_, who, endpoint) => {
    const { status, body } = await call(endpoint, cookies[who])
    expect(status).toBe(403)
    expect(body).toMatchObject({ success: false, code: 'auth.role-too-low' })
  })
})

describe('from another site', () => {
  const changes = calls.filter(([, endpoint]) => endpoint.changes)
  test.each(changes)('%s is refused before anything is read', async (_, endpoint) => {
    const { status, body } = await call(endpoint, cookies.admin, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'auth.same-origin' })
  })

  test('what is marked as a read is one, by its name', () => {
    const reads = calls.filter(([, endpoint]) => !endpoint.changes).map(([name]) => name)
    const verbs = /^(get|list|sum|explain|export|search|match)|LogSeries$|^logSeries$/
    expect(reads.filter((name) => !verbs.test(name))).toEqual([])
    expect(changes.map(([name]) => name)).toContain('logout')
  })

  test.each(['GET', 'HEAD'])('logout by %s leaves the session', async (method) => {
    const victim = await product.root()
    const headers = { cookie: victim.cookie(), 'sec-fetch-site': 'cross-site' }
    await fetch(`${product.address}/api/user/logout`, { method, headers })
    expect(await victim.client.getSelf({})).toMatchObject({ username: 'root' })
  })
})

describe('from where no browser is', () => {
  test('a change needs no header of ours', async () => {
    const { status } = await call(api.createToken, cookies.user, {
      'content-type': 'application/json',
    })
    expect(status).toBe(200)
  })

  test('the forwarded host of a stranger does not make an origin ours', async () => {
    const foreign = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
    const { body } = await call(api.createToken, cookies.user, foreign)
    expect(body).toMatchObject({ code: 'auth.same-origin' })
    await using behind = await openProduct({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const answered = await fetch(`${behind.address}/api/user/logout`, { headers: foreign })
    expect(answered.status).toBe(200)
  })
})
