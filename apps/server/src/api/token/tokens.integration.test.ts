import { limitOf } from '@posthouse/ledger/account'
import { hold, settle } from '@posthouse/testkit/ledger-commands'
import { CallError } from '@posthouse/contract/client'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
let root: Browser
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

const refusal = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => expect.fail('was not refused'),
    (error: unknown) => (error instanceof CallError ? error : expect.fail(String(error))),
  )

describe('how many', () => {
  test('a user may have is a setting, however many are made at once', async () => {
    await root.client.setOption({ body: { key: 'TokensPerUser', value: '3' } })
    const user = await product.user({ name: 'collector' })
    const make = (name: string) => user.client.createToken({ body: { name } })
    const made = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(make))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const error = await refusal(make('i'))
    expect(error.code).toBe('token.too-many')
    const [first] = (await user.client.listTokens({ query: {} })).data
    await user.client.deleteToken({ params: { id: first?.id ?? 0 } })
    expect((await make('again')).name).toBe('again')
    await root.client.setOption({ body: { key: 'TokensPerUser', value: '200' } })
  })

  test('entries the lists of one may have is another', async () => {
    await root.client.setOption({ body: { key: 'TokenListEntries', value: '2' } })
    expect((await root.client.getStatus({})).token_list_entries).toBe(2)
    const { id } = await root.client.createToken({ body: { name: 'lists' } })
    for (const limits of [
      { models: ['a', 'b', 'c'] },
      { addresses: ['192.0.2.1', '192.0.2.2', '192.0.2.3'] },
    ]) {
      const [field = ''] = Object.keys(limits)
      const made = await refusal(root.client.createToken({ body: { name: 'lists', limits } }))
      expect(made.fields).toEqual({ [`limits.${field}`]: 'Must have at most 2 entries' })
      const changed = await refusal(root.client.updateToken({ query: {}, body: { id, limits } }))
      expect(Object.keys(changed.fields)).toEqual([`limits.${field}`])
    }
    await root.client.setOption({ body: { key: 'TokenListEntries', value: '200' } })
  })
})

describe('making a token', () => {
  test('answers the row with its key once; no later answer has it', async () => {
    const made = await root.client.createToken({ body: { name: 'first', remain_quota: 1_000 } })
    expect(made.key).toMatch(/^sk-[A-Za-z0-9]{48}$/)
    expect(made).toMatchObject({ name: 'first', status: 1, remain_quota: 1_000, used_quota: 0 })
    const list = await (await root.fetch('/api/token/?size=100')).text()
    expect(list).not.toContain(made.key)
    expect(list).toContain(made.key_preview)
  })

  test('names every bad field', async () => {
    const error = await refusal(
      root.client.createToken({
        body: { name: ' ', remain_quota: -1, limits: { addresses: ['x y'] } },
      }),
    )
    expect(error.code).toBe('request.invalid')
    expect(Object.keys(error.fields).toSorted()).toEqual([
      'limits.addresses.0',
      'name',
      'remain_quota',
    ])
  })

  test('an address that only looks like one is refused too', async () => {
    const error = await refusal(
      root.client.createToken({ body: { name: 'a', limits: { addresses: ['999.1.1.1'] } } }),
    )
    expect(error.fields['limits.addresses.0']).toMatch(/CIDR/)
  })

  test('an expiry in the past is refused', async () => {
    const error = await refusal(root.client.createToken({ body: { name: 'old', expired_time: 1 } }))
    expect(error.fields['expired_time']).toMatch(/future/)
  })

  test('a group that is not public is refused', async () => {
    const user = await product.user({ name: 'grouper' })
    const error = await refusal(user.client.createToken({ body: { name: 'x', group: 'svip' } }))
    expect(error.code).toBe('token.group-unknown')
    expect(error.fields).toEqual({ group: error.message })
  })
})

describe('another person’s token', () => {
  test('cannot be read, changed, revealed, rotated or deleted', async () => {
    const { id } = await root.client.createToken({ body: { name: 'mine', unlimited_quota: true } })
    const { client } = await product.user({ name: 'stranger' })
    const tries = [
      client.getToken({ params: { id } }),
      client.updateToken({ query: {}, body: { id, name: 'yours' } }),
      client.revealToken({ params: { id } }),
      client.rotateToken({ params: { id } }),
      client.deleteToken({ params: { id } }),
    ]
    for (const error of await Promise.all(tries.map(refusal))) {
      expect(error.code).toBe('token.not-found')
    }
    expect(await root.client.getToken({ params: { id } })).toMatchObject({ name: 'mine' })
  })
})

describe('changing a token', () => {
  test('an exhausted one is enabled only with new quota', async () => {
    const { id } = await root.client.createToken({ body: { name: 'spent', remain_quota: 0 } })
    expect((await root.client.getToken({ params: { id } })).status).toBe(4)
    await root.client.updateToken({ query: {}, body: { id, status: 2 } })
    const error = await refusal(
      root.client.updateToken({ query: { status_only: true }, body: { id, status: 1 } }),
    )
    expect(error.code).toBe('token.cannot-enable-exhausted')
    const mended = await root.client.updateToken({
      query: {},
      body: { id, status: 1, remain_quota: 500 },
    })
    expect(mended).toMatchObject({ status: 1, remain_quota: 500 })
  })

  test('what is left is without what running calls hold, read and set alike', async () => {
    const { id } = await root.client.createToken({ body: { name: 'running', remain_quota: 1_000 } })
    const { writer, reader } = product.server.stores.ledger
    const accounts = [{ code: limitOf(BigInt(id)) }]
    const holds = {
      first: '00000000-0000-7000-8000-000000000071',
      all: '00000000-0000-7000-8000-000000000072',
    }
    await writer.submit(hold(holds.first, 100, { accounts }))
    const shown = await root.client.getToken({ params: { id } })
    expect(shown).toMatchObject({ remain_quota: 900 })
    // A form that is saved as it was read neither loses nor doubles what is held.
    const saved = { id, name: 'renamed', remain_quota: shown.remain_quota }
    expect(await root.client.updateToken({ query: {}, body: saved })).toMatchObject({
      remain_quota: 900,
    })
    await writer.submit(settle(holds.first, 20, { usage: null, tallies: [] }))
    expect(await root.client.getToken({ params: { id } })).toMatchObject({ remain_quota: 980 })

    // All of it is held: the token is at work, not exhausted.
    await writer.submit(hold(holds.all, 980, { accounts }))
    expect(await root.client.getToken({ params: { id } })).toMatchObject({
      status: 1,
      remain_quota: 0,
    })
    // Set while it runs: what the call gives back comes on top.
    await root.client.updateToken({ query: {}, body: { id, remain_quota: 50 } })
    await writer.submit(settle(holds.all, 900, { usage: null, tallies: [] }))
    expect(await root.client.getToken({ params: { id } })).toMatchObject({ remain_quota: 130 })
    expect(await reader.differences()).toEqual([])
  })

  test('status_only changes nothing else', async () => {
    const { id } = await root.client.createToken({ body: { name: 'kept', unlimited_quota: true } })
    await root.client.updateToken({
      query: { status_only: true },
      body: { id, status: 2, name: 'changed' },
    })
    expect(await root.client.getToken({ params: { id } })).toMatchObject({
      name: 'kept',
      status: 2,
    })
  })
})

describe('the key afterwards', () => {
  test('is shown to its owner, and only after a recent password', async () => {
    const { id, key } = await root.client.createToken({
      body: { name: 'shown', unlimited_quota: true },
    })
    expect(await root.client.revealToken({ params: { id } })).toEqual({ key })
    await product.server.stores.db.updateTable('sessions').set({ authenticated_at: 0n }).execute()
    expect((await refusal(root.client.revealToken({ params: { id } }))).code).toBe(
      'auth.recent-sign-in',
    )
    await root.client.confirmPassword({ body: { password: 'root of the tests' } })
    expect(await root.client.revealToken({ params: { id } })).toEqual({ key })
  })

  test('is not shown when the operator turned that off; rotating still works', async () => {
    const { id, key } = await root.client.createToken({
      body: { name: 'off', unlimited_quota: true },
    })
    await root.client.setOption({ body: { key: 'TokenKeyReveal', value: 'false' } })
    expect((await refusal(root.client.revealToken({ params: { id } }))).code).toBe(
      'token.reveal-off',
    )
    const rotated = await root.client.rotateToken({ params: { id } })
    expect(rotated.key).not.toBe(key)
    await root.client.setOption({ body: { key: 'TokenKeyReveal', value: 'true' } })
    expect(await root.client.revealToken({ params: { id } })).toEqual({ key: rotated.key })
  })
})

describe('the list', () => {
  test('sorts by what the ledger knows, filters by state, and takes wildcards literally', async () => {
    const { client } = await product.user({ name: 'lister' })
    for (const [name, quota] of [
      ['b%', 30],
      ['a_', 10],
      ['c', 20],
    ] as const) {
      await client.createToken({ body: { name, remain_quota: quota } })
    }
    await client.createToken({ body: { name: 'empty', remain_quota: 0 } })
    const names = async (query: object) =>
      (await client.listTokens({ query })).data.map((token) => token.name)
    expect(await names({ order: '-remain_quota' })).toEqual(['b%', 'c', 'a_', 'empty'])
    expect(await names({ status: 4 })).toEqual(['empty'])
    expect(await names({ keyword: '%' })).toEqual([])
    expect(await names({ keyword: 'b%' })).toEqual(['b%'])
  })

  test('refuses a field that it cannot sort by, and a page that is too large', async () => {
    const bad = await root.fetch('/api/token/?order=key_hash')
    expect(await bad.json()).toMatchObject({
      success: false,
      code: 'request.invalid',
      fields: { order: expect.any(String) },
    })
    const large = await root.fetch('/api/token/?size=101')
    expect(await large.json()).toMatchObject({
      success: false,
      fields: { size: expect.any(String) },
    })
  })
})
