import { api, type CallName } from '@posthouse/contract/api'
import { addressOf, CallError, type Client, createClient } from '@posthouse/contract/client'
import { type Endpoint, roleFor } from '@posthouse/contract/endpoint'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

/** A script that sends this header and no cookie. */
const script = (authorization: string): Client =>
  createClient({
    fetch: (path, init) =>
      fetch(`${product.address}${path}`, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization },
      }),
    language: () => 'en',
  })

async function owner(name: string, role = 1) {
  const user = await product.user({ name, role })
  const made = await user.client.createAccessToken({ body: { name: 'Nightly report' } })
  return { user, made, ofScript: script(made.token) }
}

test('a token is shown once, and its hash alone is stored', async () => {
  const { user, made } = await owner('once')
  expect(made.token).toMatch(/^pat_[0-9a-f]{40}$/)
  expect(await user.client.listAccessTokens({})).toEqual([
    {
      id: made.id,
      name: 'Nightly report',
      tail: made.token.slice(-4),
      created_time: made.created_time,
      used_time: -1,
      codes_per_day: 0,
    },
  ])
  const { db } = product.server.stores
  const rows = await db.selectFrom('access_tokens').selectAll().execute()
  const stored = rows.map((row) => Object.values(row).join(' ')).join('\n')
  expect(stored).toContain('Nightly report')
  expect(stored).not.toContain(made.token)
})

test('is accepted with and without Bearer, and its use is seen', async () => {
  const { user, made } = await owner('both-forms')
  for (const header of [made.token, `Bearer ${made.token}`, `bearer ${made.token}`]) {
    expect(await script(header).getSelf({})).toMatchObject({ username: 'both-forms' })
  }
  const [listed] = await user.client.listAccessTokens({})
  expect(listed?.used_time).toBeGreaterThanOrEqual(made.created_time)
  for (const header of ['pat_', made.token.slice(0, -1), `Basic ${made.token}`, '']) {
    expect(await codeOf(script(header).getSelf({}))).toBe('auth.signed-out')
  }
})

test('acts as its owner: makes a token of the gateway, and sees nothing of others', async () => {
  const { user, ofScript } = await owner('maker')
  await ofScript.createToken({ body: { name: 'by script' } })
  const { data } = await user.client.listTokens({ query: {} })
  expect(data.map(({ name }) => name)).toEqual(['by script'])
  const other = await owner('not-maker')
  expect((await other.ofScript.listTokens({ query: {} })).data).toEqual([])
})

describe('does no more than its owner, and less where a browser is asked for', () => {
  const calls = Object.entries(api) as [CallName, Endpoint][]
  const answer = async (endpoint: Endpoint, token: string) => {
    const response = await fetch(
      `${product.address}${addressOf(endpoint, { params: { id: '1', model: 'x' } })}`,
      {
        method: endpoint.method,
        headers: { authorization: token },
        ...(endpoint.body === undefined ? {} : { body: '{}' }),
      },
    )
    return { status: response.status, body: await response.json() }
  }
  let ordinary: string
  let root: string
  beforeAll(async () => {
    ordinary = (await owner('matrix')).made.token
    root = (await owner('matrix-root', 100)).made.token
  })

  test.each(calls.filter(([, { access }]) => roleFor[access] > 1))(
    '%s answers 403 to the token of an ordinary user',
    async (_, endpoint) => {
      const { status, body } = await answer(endpoint, ordinary)
      expect(status).toBe(403)
      expect(body).toMatchObject({ code: 'auth.role-too-low' })
    },
  )

  test.each(calls.filter(([, { sessionOnly }]) => sessionOnly === true))(
    '%s answers 403 to every access token',
    async (_, endpoint) => {
      const { status, body } = await answer(endpoint, root)
      expect(status).toBe(403)
      expect(body).toMatchObject({ code: 'auth.session-only' })
    },
  )

  test('what hands out credentials or asks for a password is for browsers', () => {
    const only = calls.filter(([, { sessionOnly }]) => sessionOnly === true).map(([name]) => name)
    expect(only).toEqual(
      expect.arrayContaining([
        'listAccessTokens',
        'createAccessToken',
        'deleteAccessToken',
        'listSessions',
        'deleteSession',
        'deleteOtherSessions',
        'confirmPassword',
        'revealToken',
      ]),
    )
  })

  test('a password is not changed, whoever knows it', async () => {
    const { ofScript } = await owner('no-password')
    const body = { original_password: 'password of the tests', password: 'a new password' }
    expect(await codeOf(ofScript.updateSelf({ body }))).toBe('auth.session-only')
    await product.browser().client.login({
      body: { username: 'no-password', password: 'password of the tests' },
    })
  })
})

describe('stops', () => {
  test('at the next request after it was deleted', async () => {
    const { user, made, ofScript } = await owner('deleter')
    await user.client.deleteAccessToken({ params: { id: made.id } })
    expect(await codeOf(ofScript.getSelf({}))).toBe('auth.signed-out')
    const again = user.client.deleteAccessToken({ params: { id: made.id } })
    expect(await codeOf(again)).toBe('access-token.not-found')
  })

  test('when its owner is banned, and loses the rights that its owner loses', async () => {
    const { user, ofScript } = await owner('banned-admin', 10)
    const { accounts } = product.server.stores
    expect(await codeOf(ofScript.listLogs({ query: {} }))).toBe('ok')
    await accounts.update(user.id, { role: 1n })
    expect(await codeOf(ofScript.listLogs({ query: {} }))).toBe('auth.role-too-low')
    await accounts.update(user.id, { status: 2n })
    expect(await codeOf(ofScript.getSelf({}))).toBe('auth.signed-out')
  })

  test('when an administrator sets a new password, and not with another change', async () => {
    const { user, ofScript } = await owner('password-set')
    const root = await product.root()
    const id = Number(user.id)
    await root.client.updateUser({ body: { id, display_name: 'changed' } })
    expect(await codeOf(ofScript.getSelf({}))).toBe('ok')
    await root.client.updateUser({ body: { id, password: 'a new password' } })
    expect(await codeOf(ofScript.getSelf({}))).toBe('auth.signed-out')
  })

  test('for nobody but its owner', async () => {
    const { made, ofScript } = await owner('kept')
    const { user } = await owner('token-stranger')
    const taking = user.client.deleteAccessToken({ params: { id: made.id } })
    expect(await codeOf(taking)).toBe('access-token.not-found')
    expect(await codeOf(ofScript.getSelf({}))).toBe('ok')
  })
})

describe('making one', () => {
  test('asks for the password when it was given long ago', async () => {
    const user = await product.user({ name: 'long-ago' })
    const { db } = product.server.stores
    await db
      .updateTable('sessions')
      .set({ authenticated_at: 0n })
      .where('user_id', '=', user.id)
      .execute()
    const make = () => user.client.createAccessToken({ body: { name: 'later' } })
    expect(await codeOf(make())).toBe('auth.recent-sign-in')
    await user.client.confirmPassword({ body: { password: 'password of the tests' } })
    expect(await codeOf(make())).toBe('ok')
  })

  test('needs a name, and there is a most', async () => {
    const { user } = await owner('collector')
    const blank = user.client.createAccessToken({ body: { name: '  ' } })
    await expect(blank).rejects.toMatchObject({ fields: { name: 'Name is required' } })
    const more = Array.from({ length: 25 }, (_, number) =>
      codeOf(user.client.createAccessToken({ body: { name: `token ${number}` } })),
    )
    const codes = await Promise.all(more)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(19)
    expect(codes.filter((code) => code === 'access-token.too-many')).toHaveLength(6)
  })
})
