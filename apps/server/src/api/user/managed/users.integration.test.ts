import { CallError } from '@posthouse/contract/client'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
type Person = Awaited<ReturnType<Product['user']>>
let root: Awaited<ReturnType<Product['root']>>
let admin: Person
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  admin = await product.user({ name: 'admin', role: 10 })
})
afterAll(() => product.close())

const failure = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => new Error('it was not refused'),
    (refused: unknown) => refused,
  )
  if (!(error instanceof CallError)) throw error
  return error
}
const codeOf = async (call: Promise<unknown>): Promise<string> => (await failure(call)).code

const password = 'password of the tests'
const of = (person: { id: bigint }) => ({ params: { id: Number(person.id) } })

/** Status of a call of a model with a key: 401 where the key is refused. */
const callWith = async (key: string): Promise<number> =>
  (await fetch(`${product.address}/v1/models`, { headers: { authorization: `Bearer ${key}` } }))
    .status

describe('who may change whom', () => {
  const acts = {
    update: (id: number) => admin.client.updateUser({ body: { id, display_name: 'changed' } }),
    delete: (id: number) => admin.client.deleteUser({ params: { id } }),
    sessions: (id: number) => admin.client.endUserSessions({ params: { id } }),
    tokens: (id: number) => admin.client.listUserTokens({ params: { id } }),
  }

  test.each(Object.keys(acts) as (keyof typeof acts)[])(
    '%s: an administrator may with an ordinary user, and with nobody else',
    async (act) => {
      const peer = await product.user({ name: `peer-${act}`, role: 10 })
      const lower = await product.user({ name: `low-${act}` })
      expect(await codeOf(acts[act](1))).toBe('user.level')
      expect(await codeOf(acts[act](Number(peer.id)))).toBe('user.level')
      expect(await codeOf(acts[act](Number(admin.id)))).toBe('user.own')
      await acts[act](Number(lower.id))
    },
  )

  test('every action of the family’s call follows the same rule, for super administrators too', async () => {
    await product.user({ name: 'root-two', role: 100 })
    for (const action of ['enable', 'disable', 'delete', 'promote', 'demote'] as const) {
      const as = (who: typeof root, username: string) =>
        codeOf(who.client.manageUser({ body: { username, action } }))
      expect(await as(admin, 'root'), action).toBe('user.level')
      expect(await as(admin, 'admin'), action).toBe('user.own')
      expect(await as(root, 'root'), action).toBe('user.own')
      expect(await as(root, 'root-two'), action).toBe('user.level')
      expect(await as(root, 'nobody'), action).toBe('user.not-found')
    }
  })

  test('many: only users below the caller change, the others are counted', async () => {
    const user = await product.user({ name: 'many-low' })
    const select = { ids: [1, Number(admin.id), Number(user.id)] }
    const body = { select, change: { status: 2 } } as const
    expect(await admin.client.changeUsers({ body })).toMatchObject({ changed: 1, skipped: 2 })
    expect(await root.client.getUser({ params: { id: 1 } })).toMatchObject({ status: 1 })
  })

  test('the list says why a row is locked', async () => {
    const { data } = await admin.client.listUsers({ query: { keyword: 'root' } })
    expect(data.find(({ id }) => id === 1)).toMatchObject({ locked: 'level', adjustable: false })
    expect(await root.client.getUser({ params: { id: 1 } })).toMatchObject({
      locked: 'own',
      adjustable: true,
    })
    expect(await root.client.getUser(of(admin))).toMatchObject({ locked: null, adjustable: true })
  })
})

describe('roles', () => {
  test('only a super administrator gives and takes them, and sessions end', async () => {
    const user = await product.user({ name: 'rises' })
    const manage = (who: typeof root, action: 'promote' | 'demote') =>
      who.client.manageUser({ body: { username: 'rises', action } })
    expect(await codeOf(manage(admin, 'promote'))).toBe('auth.role-too-low')
    expect(await codeOf(manage(root, 'demote'))).toBe('user.already-ordinary')
    expect(await manage(root, 'promote')).toEqual({ role: 10, status: 1 })
    expect(await codeOf(user.client.getSelf({}))).toBe('auth.signed-out')
    expect(await codeOf(manage(root, 'promote'))).toBe('user.already-administrator')
    await user.client.login({ body: { username: 'rises', password } })
    expect(await manage(root, 'demote')).toEqual({ role: 1, status: 1 })
    expect(await codeOf(user.client.getSelf({}))).toBe('auth.signed-out')
  })
})

describe('what ends with a ban, a new password and a deletion', () => {
  test('a ban stops sessions and keys; enabling brings back the keys alone', async () => {
    const user = await product.user({ name: 'banned' })
    const { key } = await user.client.createToken({ body: { name: 'k', unlimited_quota: true } })
    expect(await callWith(key)).toBe(200)
    const manage = (action: 'enable' | 'disable') =>
      admin.client.manageUser({ body: { username: 'banned', action } })
    expect(await manage('disable')).toEqual({ role: 1, status: 2 })
    expect(await callWith(key)).not.toBe(200)
    expect(await codeOf(user.client.getSelf({}))).toBe('auth.signed-out')
    expect(await manage('enable')).toEqual({ role: 1, status: 1 })
    expect(await callWith(key)).toBe(200)
    expect(await codeOf(user.client.getSelf({}))).toBe('auth.signed-out')
  })

  test('a ban of many does the same, and can be taken back', async () => {
    const user = await product.user({ name: 'banned-too' })
    const { key } = await user.client.createToken({ body: { name: 'k', unlimited_quota: true } })
    expect(await callWith(key)).toBe(200)
    const { undo } = await admin.client.changeUsers({
      body: { select: { ids: [Number(user.id)] }, change: { status: 2 } },
    })
    expect(await callWith(key)).not.toBe(200)
    await admin.client.undoChange({ params: { id: undo ?? '' } })
    expect(await callWith(key)).toBe(200)
    expect(await codeOf(user.client.getSelf({}))).toBe('auth.signed-out')
  })

  test('a new password ends the sessions, an empty one changes nothing', async () => {
    const user = await product.user({ name: 'forgetful' })
    const id = Number(user.id)
    await admin.client.updateUser({ body: { id, password: '', display_name: 'F' } })
    expect(await user.client.getSelf({})).toMatchObject({ display_name: 'F' })
    await admin.client.updateUser({ body: { id, password: 'a new password' } })
    expect(await codeOf(user.client.getSelf({}))).toBe('auth.signed-out')
    await user.client.login({ body: { username: 'forgetful', password: 'a new password' } })
  })

  test('a deleted user’s keys and sessions stop, and the name is free again', async () => {
    const user = await product.user({ name: 'leaver', balance: 7 })
    const { key } = await user.client.createToken({ body: { name: 'k', unlimited_quota: true } })
    expect(await callWith(key)).toBe(200)
    expect(await admin.client.listUserTokens(of(user))).toMatchObject([{ name: 'k' }])
    await admin.client.deleteUser(of(user))
    expect(await callWith(key)).toBe(401)
    expect(await codeOf(user.client.getSelf({}))).toBe('auth.signed-out')
    expect(await codeOf(admin.client.getUser(of(user)))).toBe('user.not-found')
    const again = await admin.client.createUser({ body: { username: 'leaver', password } })
    expect(again).toMatchObject({ role: 1, quota: 0, group: 'default' })
  })
})

describe('money', () => {
  test('a change of a balance is a transfer that names the administrator', async () => {
    const user = await product.user({ name: 'credited', balance: 1_000 })
    const adjust = (quota: number) =>
      admin.client.adjustQuota({ ...of(user), body: { quota, remark: 'a gift' } })
    expect(await adjust(500)).toEqual({ quota: 1_500 })
    expect(await codeOf(adjust(-1_501))).toBe('quota.take')
    expect(await admin.client.listUserTransfers(of(user))).toMatchObject([
      { kind: 'adjust', quota: 500, remark: 'a gift', actor: 'admin' },
      { kind: 'grant', quota: 1_000, actor: 'system' },
    ])
    expect(await codeOf(admin.client.adjustQuota({ ...of(admin), body: { quota: 1 } }))).toBe(
      'user.level',
    )
  })

  test('sums are over everybody who is there', async () => {
    const before = await root.client.sumUsers({})
    const user = await product.user({ name: 'summed', balance: 300 })
    expect(await root.client.sumUsers({})).toEqual({
      ...before,
      users: before.users + 1,
      quota: before.quota + 300,
    })
    await root.client.deleteUser(of(user))
    expect(await root.client.sumUsers({})).toEqual(before)
  })
})

describe('bad input', () => {
  const refused = async (body: object) =>
    (await failure(admin.client.createUser({ body: { username: 'fine', password, ...body } })))
      .fields

  test.each([
    ['no name', { username: '  ' }, { username: 'Username is required' }],
    ['a short name', { username: 'ab' }, { username: 'Username must be at least 3 characters' }],
    ['a taken name', { username: 'root' }, { username: 'This username is taken' }],
    [
      'a name with a space',
      { username: 'a b c' },
      { username: 'Username must not contain spaces, @ or control characters' },
    ],
    [
      'a short password',
      { password: '7 chars' },
      { password: 'Password must be at least 8 characters' },
    ],
    ['a group that nobody knows', { group: 'gone' }, { group: 'There is no such user group' }],
    ['a blank group', { group: ' ' }, { group: 'User group cannot be empty' }],
  ])('%s', async (_, body, fields) => {
    expect(await refused(body)).toEqual(fields)
  })

  test('a change to a taken name, and to a group that nobody knows', async () => {
    const user = await product.user({ name: 'renamed' })
    const id = Number(user.id)
    const change = (body: object) => failure(admin.client.updateUser({ body: { id, ...body } }))
    expect((await change({ username: 'root' })).fields).toHaveProperty('username')
    expect((await change({ group: 'gone' })).fields).toHaveProperty('group')
    const select = { ids: [id] }
    const body = { select, change: { group: 'gone' } }
    expect((await failure(admin.client.changeUsers({ body }))).fields).toHaveProperty('group')
  })

  test('of two administrators who edit the same user, the second is told', async () => {
    const user = await product.user({ name: 'edited' })
    const { id, version } = await admin.client.getUser(of(user))
    await root.client.updateUser({ body: { id, version, display_name: 'first' } })
    const second = admin.client.updateUser({ body: { id, version, display_name: 'second' } })
    expect(await codeOf(second)).toBe('user.changed')
    expect(await admin.client.getUser(of(user))).toMatchObject({ display_name: 'first' })
  })
})

test('the list is found by id, beginning of a name, role, status and group, and sorted', async () => {
  await product.user({ name: 'zed-one', balance: 10 })
  const two = await product.user({ name: 'zed-two', balance: 20 })
  const names = async (query: object) =>
    (await admin.client.listUsers({ query })).data.map(({ username }) => username)
  expect(await names({ keyword: 'ZED', order: 'quota' })).toEqual(['zed-one', 'zed-two'])
  expect(await names({ keyword: 'zed', order: '-quota' })).toEqual(['zed-two', 'zed-one'])
  expect(await names({ keyword: String(two.id) })).toEqual(['zed-two'])
  expect(await names({ role: 10, keyword: 'admin' })).toEqual(['admin'])
  expect(await names({ group: 'nowhere' })).toEqual([])
  await admin.client.manageUser({ body: { username: 'zed-one', action: 'disable' } })
  expect(await names({ status: 2, keyword: 'zed' })).toEqual(['zed-one'])
  const { data } = await admin.client.listUsers({ query: { keyword: 'zed-two' } })
  expect(data[0]?.last_login_ip).toBe('127.0.0.1')
  expect(JSON.stringify(data)).not.toContain('argon2')
})
