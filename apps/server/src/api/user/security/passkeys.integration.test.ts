import { CallError } from '@posthouse/contract/client'
import { type Ceremony, openAuthenticator } from '@posthouse/testkit/authenticator'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
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

type Wrong = Partial<Ceremony>

async function begin({ client }: Browser, wrong: Wrong = {}): Promise<Ceremony> {
  const { challenge } = await client.beginPasskey({ body: { alias: 'Laptop' } })
  return { challenge, origin: product.address, ...wrong }
}

async function owner(name: string) {
  const user = await product.user({ name })
  const key = openAuthenticator()
  await user.client.finishPasskey({ body: key.register(await begin(user)) })
  return { user, key }
}

type Key = ReturnType<typeof openAuthenticator>

async function assertionOf(key: Key, wrong: Wrong = {}) {
  const { challenge } = await product.browser().client.beginPasskeyLogin({})
  return key.assert({ challenge, origin: product.address, ...wrong })
}

const signIn = async (key: Key, wrong: Wrong = {}): Promise<string> =>
  codeOf(product.browser().client.finishPasskeyLogin({ body: await assertionOf(key, wrong) }))

describe('adding a passkey', () => {
  test('asks for one that stays on the device and checks its user', async () => {
    const user = await product.user({ name: 'adder' })
    const options = await user.client.beginPasskey({ body: {} })
    expect(options).toMatchObject({
      rp: { id: '127.0.0.1' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test('names it, and lists it to its owner alone', async () => {
    const { user, key } = await owner('lister')
    expect(await user.client.listPasskeys({})).toMatchObject([
      { alias: 'Laptop', credential_id: key.id, used_time: -1 },
    ])
    const other = await product.user({ name: 'not-lister' })
    expect(await other.client.listPasskeys({})).toEqual([])
  })

  const wrongs: [string, Wrong][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no check of the user', { userVerified: false }],
    ['a challenge that nobody began', { challenge: 'bm8gc3VjaCBjaGFsbGVuZ2Ugb2Ygb3Vycw' }],
  ]
  test.each(wrongs)('refuses %s', async (what, wrong) => {
    const user = await product.user({
      name: `w${wrongs.findIndex(([name]) => name === what)}-adds`,
    })
    const body = openAuthenticator().register(await begin(user, wrong))
    expect(await codeOf(user.client.finishPasskey({ body }))).toBe('passkey.invalid')
    expect(await user.client.listPasskeys({})).toEqual([])
  })

  test('refuses what another user began, and what is stored already', async () => {
    const { user, key } = await owner('beginner')
    const thief = await product.user({ name: 'thief' })
    const body = openAuthenticator().register(await begin(user))
    expect(await codeOf(thief.client.finishPasskey({ body }))).toBe('passkey.invalid')
    const again = key.register(await begin(thief))
    expect(await codeOf(thief.client.finishPasskey({ body: again }))).toBe('passkey.invalid')
    expect(await signIn(key)).toBe('ok')
  })

  test('asks for a recent sign-in, and there is a most', async () => {
    const { user } = await owner('collector')
    const add = async () =>
      codeOf(user.client.finishPasskey({ body: openAuthenticator().register(await begin(user)) }))
    const codes = []
    for (let number = 0; number < 20; number += 1) codes.push(await add())
    expect(codes.filter((code) => code === 'ok')).toHaveLength(19)
    expect(codes.at(-1)).toBe('passkey.too-many')
    const { db } = product.server.stores
    await db
      .updateTable('sessions')
      .set({ authenticated_at: 0n })
      .where('user_id', '=', user.id)
      .execute()
    expect(await codeOf(user.client.beginPasskey({ body: {} }))).toBe('auth.recent-sign-in')
  })
})

describe('signing in with a passkey', () => {
  test('needs nothing else, not even the code of an authenticator app', async () => {
    const { user, key } = await owner('with-app')
    await product.server.stores.db
      .insertInto('second_factors')
      .values({ user_id: user.id, secret: '', created_at: 1n, confirmed_at: 1n, last_step: 0n })
      .execute()
    const browser = product.browser()
    const userHandle = Buffer.from(String(user.id)).toString('base64url')
    const body = await assertionOf(key, { userHandle })
    expect(await browser.client.finishPasskeyLogin({ body })).toMatchObject({
      username: 'with-app',
    })
    expect(await browser.client.getSelf({})).toMatchObject({ username: 'with-app' })
    const [listed] = await user.client.listPasskeys({})
    expect(listed?.used_time).toBeGreaterThan(0)
  })

  test('an assertion is good once', async () => {
    const { key } = await owner('replayed')
    const body = await assertionOf(key)
    const send = () => codeOf(product.browser().client.finishPasskeyLogin({ body }))
    const codes = await Promise.all([send(), send()])
    expect(codes.toSorted()).toEqual(['ok', 'passkey.invalid'])
    expect(await send()).toBe('passkey.invalid')
  })

  const wrongs: [string, Wrong][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no check of the user', { userVerified: false }],
    ['a challenge that nobody began', { challenge: 'bm8gc3VjaCBjaGFsbGVuZ2Ugb2Ygb3Vycw' }],
    ['the handle of another user', { userHandle: Buffer.from('1').toString('base64url') }],
  ]
  test.each(wrongs)('refuses %s', async (what, wrong) => {
    const { key } = await owner(`w${wrongs.findIndex(([name]) => name === what)}-signs`)
    expect(await signIn(key, wrong)).toBe('passkey.invalid')
  })

  test('refuses a key that is not stored, and a signature of another key', async () => {
    const { key } = await owner('signed')
    expect(await signIn(openAuthenticator())).toBe('passkey.invalid')
    const forged = { ...(await assertionOf(openAuthenticator())), id: key.id, rawId: key.id }
    const sent = product.browser().client.finishPasskeyLogin({ body: forged })
    expect(await codeOf(sent)).toBe('passkey.invalid')
  })

  test('refuses a counter that does not go on, as of a copied key', async () => {
    const { key } = await owner('counted')
    expect(await signIn(key, { counter: 5 })).toBe('ok')
    expect(await signIn(key, { counter: 5 })).toBe('passkey.invalid')
    expect(await signIn(key, { counter: 4 })).toBe('passkey.invalid')
    expect(await signIn(key, { counter: 6 })).toBe('ok')
  })

  test('a challenge of a registration signs nobody in', async () => {
    const { user, key } = await owner('mixed-up')
    const body = key.assert(await begin(user))
    const sent = product.browser().client.finishPasskeyLogin({ body })
    expect(await codeOf(sent)).toBe('passkey.invalid')
  })

  test('a disabled account stays out', async () => {
    const { user, key } = await owner('disabled')
    await product.server.stores.accounts.update(user.id, { status: 2n })
    expect(await signIn(key)).toBe('auth.user-disabled')
  })
})

describe('deleting a passkey', () => {
  const idOf = async ({ client }: Browser) => (await client.listPasskeys({}))[0]?.id ?? 0

  test('is for its owner, and ends what it was good for', async () => {
    const { user, key } = await owner('deleter')
    const stranger = await product.user({ name: 'not-deleter' })
    const params = { id: await idOf(user) }
    expect(await codeOf(stranger.client.deletePasskey({ params }))).toBe('passkey.not-found')
    expect(await codeOf(user.client.deletePasskey({ params }))).toBe('ok')
    expect(await signIn(key)).toBe('passkey.invalid')
  })

  test('is refused where nothing else signs in', async () => {
    const { user, key } = await owner('only-key')
    await product.server.stores.accounts.update(user.id, { password: '' })
    const params = { id: await idOf(user) }
    expect(await codeOf(user.client.deletePasskey({ params }))).toBe('user.last-way-in')
    expect(await signIn(key)).toBe('ok')
    await user.client.finishPasskey({ body: openAuthenticator().register(await begin(user)) })
    expect(await codeOf(user.client.deletePasskey({ params }))).toBe('ok')
  })

  test('an administrator removes those of a user below', async () => {
    const { user, key } = await owner('lost-key')
    const admin = await product.user({ name: 'key-admin', role: 10 })
    await admin.client.removeUserSecondFactor({ params: { id: Number(user.id) } })
    expect(await signIn(key)).toBe('passkey.invalid')
  })
})

test('a passkey of the same account confirms a session, one of another does not', async () => {
  const { user, key } = await owner('confirms')
  const other = await owner('confirms-not')
  const confirm = async (by: Key) =>
    codeOf(user.client.confirmPassword({ body: { passkey: await assertionOf(by) } }))
  expect(await confirm(other.key)).toBe('passkey.invalid')
  expect(await confirm(key)).toBe('ok')
})

test('the configured address is the site, whatever host was called', async () => {
  await using elsewhere = await openProduct()
  const root = await elsewhere.root()
  await root.client.setOption({ body: { key: 'ServerAddress', value: 'https://gate.example' } })
  const { rp, challenge } = await root.client.beginPasskey({ body: {} })
  expect(rp).toMatchObject({ id: 'gate.example' })
  const ceremony = { challenge, origin: 'https://gate.example' }
  await root.client.finishPasskey({ body: openAuthenticator().register(ceremony) })
  expect(await root.client.listPasskeys({})).toHaveLength(1)
})
