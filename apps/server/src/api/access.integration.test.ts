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
    headers: { 'x-posthouse-origin': 'test', cookie, ...headers },
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
  const changes = calls.filter(([, { method }]) => method !== 'GET')
  test.each(changes)('%s is refused before anything is read', async (_, endpoint) => {
    const { status, body } = await call(endpoint, cookies.admin, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'auth.same-origin' })
  })

  test('no call changes anything by GET, but for the logout of old clients', () => {
    const gets = calls.filter(([, { method }]) => method === 'GET').map(([name]) => name)
    const verbs = gets.filter(
      (name) => !/^(get|list|sum|explain|export|search)|LogSeries$|^logSeries$/.test(name),
    )
    expect(verbs).toEqual(['logout'])
  })
})
