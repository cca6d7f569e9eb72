import { CallError } from '@posthouse/contract/client'
import { openProduct, type Product, rootPassword } from '@posthouse/testkit/product'
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

describe('signing in', () => {
  test('wrong name and wrong password are one answer', async () => {
    const { client } = product.browser()
    const wrong = { username: 'root', password: 'not it at all' }
    expect(await codeOf(client.login({ body: wrong }))).toBe('auth.wrong-credentials')
    const nobody = { username: 'nobody', password: 'not it at all' }
    expect(await codeOf(client.login({ body: nobody }))).toBe('auth.wrong-credentials')
  })

  test('gives the browser no more than it may keep', async () => {
    const saved = await product
      .browser()
      .client.login({ body: { username: 'root', password: rootPassword } })
    expect(Object.keys(saved).toSorted()).toEqual([
      'display_name',
      'id',
      'role',
      'status',
      'username',
    ])
  })

  test('the cookie is out of reach of scripts', async () => {
    const response = await fetch(`${product.address}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password: rootPassword }),
    })
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
  })

  test('answers in the language that was asked for', async () => {
    const { client } = product.browser('zh')
    const error = await client
      .login({ body: { username: 'root', password: 'wrong' } })
      .catch((refused: unknown) => refused)
    expect((error as CallError).message).toBe('用户名或密码错误')
  })
})

describe('with password sign-in closed', () => {
  const setTo = async (value: 'true' | 'false'): Promise<void> => {
    await (await product.root()).client.setOption({ body: { key: 'PasswordLoginEnabled', value } })
  }
  const tried = (username: string, password: string): Promise<string> =>
    codeOf(product.browser().client.login({ body: { username, password } }))

  test('the super administrator still signs in', async () => {
    await setTo('false')
    expect(await tried('root', rootPassword)).toBe('ok')
    await setTo('true')
  })

  test('everybody else is refused alike, and nobody learns who is the super administrator', async () => {
    await product.user({ name: 'closed-out' })
    await setTo('false')
    const codes = [
      await tried('closed-out', 'password of the tests'),
      await tried('closed-out', 'not it at all'),
      await tried('root', 'not it at all'),
      await tried('nobody', 'not it at all'),
    ]
    await setTo('true')
    expect(codes).toEqual(codes.map(() => 'auth.password-login-closed'))
  })
})

describe('a session ends', () => {
  test('at logout, on the server too', async () => {
    const browser = await product.root()
    const cookie = browser.cookie()
    await browser.client.logout({})
    const replayed = await fetch(`${product.address}/api/user/self`, { headers: { cookie } })
    expect(replayed.status).toBe(401)
  })

  test('when the account is disabled, at its next request', async () => {
    const user = await product.user({ name: 'banned' })
    await product.server.stores.accounts.update(user.id, { status: 2n })
    expect(await codeOf(user.client.getSelf({}))).toBe('auth.signed-out')
  })

  test('elsewhere when the password changes, but not where it was changed', async () => {
    const user = await product.user({ name: 'changer' })
    const other = product.browser()
    await other.client.login({ body: { username: 'changer', password: 'password of the tests' } })
    const change = { original_password: 'wrong', password: 'a new password' }
    expect(await codeOf(user.client.updateSelf({ body: change }))).toBe('user.wrong-password')
    await user.client.updateSelf({
      body: { original_password: 'password of the tests', password: 'a new password' },
    })
    expect(await codeOf(user.client.getSelf({}))).toBe('ok')
    expect(await codeOf(other.client.getSelf({}))).toBe('auth.signed-out')
  })

  test('a lowered role counts at once', async () => {
    const admin = await product.user({ name: 'demoted', role: 10 })
    expect(await codeOf(admin.client.listGroups({}))).toBe('ok')
    await product.server.stores.accounts.update(admin.id, { role: 1n })
    expect(await codeOf(admin.client.listGroups({}))).toBe('auth.role-too-low')
  })
})

test('a session ends thirty days after its sign-in, however often it is used', async () => {
  const user = await product.user({ name: 'faithful' })
  const day = 24n * 3_600_000n
  const signedInBefore = (days: bigint) =>
    product.server.stores.db
      .updateTable('sessions')
      .set((is) => ({ created_at: is('created_at', '-', days * day), seen_at: 0n }))
      .where('user_id', '=', user.id)
      .execute()
  await signedInBefore(29n)
  expect(await codeOf(user.client.getSelf({}))).toBe('ok')
  await signedInBefore(1n)
  expect(await codeOf(user.client.getSelf({}))).toBe('auth.signed-out')
})

describe('behind TLS', () => {
  const over = { 'x-forwarded-proto': 'https', 'content-type': 'application/json' }

  test('the cookie is this host’s alone, and browsers come back over TLS', async () => {
    await using behind = await openProduct({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const signedIn = await fetch(`${behind.address}/api/user/login`, {
      method: 'POST',
      headers: over,
      body: JSON.stringify({ username: 'root', password: rootPassword }),
    })
    expect(signedIn.headers.get('set-cookie')).toMatch(/^__Host-session=.*; Secure/)
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const self = (headers: Record<string, string>) =>
      fetch(`${behind.address}/api/user/self`, { headers })
    expect((await self({ ...over, cookie })).status).toBe(200)
    expect((await self({ ...over, cookie: cookie.replace('__Host-', '') })).status).toBe(401)
    const root = await behind.root()
    for (const path of ['/', '/api/status', '/v1/models', '/healthz']) {
      const hsts = async (headers: Record<string, string>) =>
        (await fetch(`${behind.address}${path}`, { headers })).headers.get(
          'strict-transport-security',
        )
      expect(await hsts(over), path).toBe('max-age=15552000')
      expect(await hsts({}), path).toBeNull()
    }
    await root.client.setOption({ body: { key: 'HstsIncludeSubDomains', value: 'true' } })
    const { headers } = await self(over)
    expect(headers.get('strict-transport-security')).toBe('max-age=15552000; includeSubDomains')
  })
})

test('no answer of the console’s calls is kept anywhere', async () => {
  const root = await product.root()
  for (const path of ['/api/status', '/api/user/self', '/api/token/export', '/api/nothing']) {
    expect((await root.fetch(path)).headers.get('cache-control'), path).toBe('no-store')
  }
})

describe('money by hand', () => {
  test('an adjustment is a transfer with a log row, and never goes below the floor', async () => {
    const root = await product.root()
    const user = await product.user({ name: 'adjusted', balance: 1_000 })
    const params = { id: Number(user.id) }
    const { quota } = await root.client.adjustQuota({
      params,
      body: { quota: 500, remark: 'sorry' },
    })
    expect(quota).toBe(1_500)
    const taken = root.client.adjustQuota({ params, body: { quota: -1_501, remark: '' } })
    expect(await codeOf(taken)).toBe('quota.take')
    const { data } = await user.client.listOwnLogs({ query: { log_type: 3 } })
    expect(data).toMatchObject([{ quota: 500, content: 'sorry' }])
  })

  test('an administrator cannot move money of an equal or of the super administrator', async () => {
    const admin = await product.user({ name: 'greedy', role: 10 })
    for (const id of [1, Number(admin.id)]) {
      const call = admin.client.adjustQuota({ params: { id }, body: { quota: 1 } })
      expect(await codeOf(call)).toBe('user.level')
    }
  })
})

describe('own sessions', () => {
  const twice = async (name: string) => {
    const here = await product.user({ name })
    const there = product.browser()
    await there.client.login({ body: { username: name, password: 'password of the tests' } })
    return { here, there }
  }

  test('are listed with this one marked, and one of them can be ended', async () => {
    const { here, there } = await twice('two-browsers')
    const listed = await here.client.listSessions({})
    expect(listed.filter(({ current }) => current)).toHaveLength(1)
    expect(listed).toHaveLength(2)
    expect(listed.every(({ address }) => address === '127.0.0.1')).toBe(true)
    const other = listed.find(({ current }) => !current) ?? expect.fail('there is one session')
    await here.client.deleteSession({ params: { id: other.id } })
    expect(await codeOf(there.client.getSelf({}))).toBe('auth.signed-out')
    expect(await codeOf(here.client.getSelf({}))).toBe('ok')
    expect(await here.client.listSessions({})).toHaveLength(1)
  })

  test('all others end together', async () => {
    const { here, there } = await twice('many-browsers')
    await there.client.deleteOtherSessions({})
    expect(await codeOf(here.client.getSelf({}))).toBe('auth.signed-out')
    expect(await codeOf(there.client.getSelf({}))).toBe('ok')
  })

  test('those of somebody else cannot be reached', async () => {
    const { here } = await twice('left-alone')
    const stranger = await product.user({ name: 'session-stranger' })
    for (const { id } of await here.client.listSessions({})) {
      const ending = stranger.client.deleteSession({ params: { id } })
      expect(await codeOf(ending)).toBe('session.not-found')
    }
    await stranger.client.deleteOtherSessions({})
    expect(await here.client.listSessions({})).toHaveLength(2)
  })
})

test('a wrong current password changes nothing of what came with it', async () => {
  const user = await product.user({ name: 'whole-or-not' })
  const body = { display_name: 'New', original_password: 'wrong', password: 'a new password' }
  expect(await codeOf(user.client.updateSelf({ body }))).toBe('user.wrong-password')
  expect(await user.client.getSelf({})).toMatchObject({ display_name: 'whole-or-not' })
})
