import { CallError } from '@posthouse/contract/client'
import { defaultAttemptLimits } from '../../domain/accounts/attempt-limiter.ts'
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

const create = (body: { name: string; quota: number; count?: number; expired_time?: number }) =>
  root.client.createRedemptions({ body })

async function createOne(name: string, quota = 1_000) {
  const [key = ''] = await create({ name, quota })
  const [row] = (await root.client.listRedemptions({ query: { keyword: key } })).data
  return { key, id: row?.id ?? expect.fail('the code is not in the list') }
}

const redeem = (who: Browser, key: string) => who.client.redeemCode({ body: { key } })
const balanceOf = async (who: Browser) => (await who.client.getSelf({})).quota
const sound = async () => {
  const { reader } = product.server.stores.ledger
  expect(await reader.differences()).toEqual([])
}

describe('redeeming', () => {
  test('credits once, with one transfer and one row of the log', async () => {
    const user = await product.user({ name: 'lucky', balance: 50 })
    const { key, id } = await createOne('welcome')
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(await redeem(user, ` ${key.slice(0, 16).toUpperCase()}-${key.slice(16)} `)).toBe(1_000)
    expect(await balanceOf(user)).toBe(1_050)
    const again = await refusal(redeem(user, key))
    expect(again.code).toBe('redemption.used')
    expect(again.fields).toHaveProperty('key')
    expect(await root.client.getRedemption({ params: { id } })).toMatchObject({
      status: 3,
      used_by: 'lucky',
      created_by: 'root',
      redeemed_time: expect.any(Number),
    })
    const { data } = await user.client.listOwnLogs({ query: { log_type: 1 } })
    expect(data).toMatchObject([{ type: 1, quota: 1_000, request_id: `code:${id}` }])
    await sound()
  })

  test('by a hundred at once credits one of them', async () => {
    const { key } = await createOne('race', 777)
    const people = await Promise.all(
      [1, 2, 3, 4].map((number) => product.user({ name: `racer-${number}` })),
    )
    const tries = await Promise.allSettled(
      Array.from({ length: 100 }, (_, number) => redeem(people[number % 4] ?? root, key)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(codes)).toEqual(new Set(['redemption.used']))
    const balances = await Promise.all(people.map(balanceOf))
    expect(balances.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 777])
    await sound()
  })

  test('is refused with the reason', async () => {
    const user = await product.user({ name: 'refused' })
    const disabled = await createOne('disabled')
    await root.client.updateRedemption({
      query: { status_only: true },
      body: { id: disabled.id, status: 2 },
    })
    const expired = await createOne('expired')
    const deleted = await createOne('deleted')
    const { db } = product.server.stores
    await db
      .updateTable('redemptions')
      .set({ expires_at: 1n })
      .where('id', '=', BigInt(expired.id))
      .execute()
    await root.client.deleteRedemption({ params: { id: deleted.id } })
    const reasonOf = async (key: string) => (await refusal(redeem(user, key))).code
    expect(await reasonOf(disabled.key)).toBe('redemption.disabled')
    expect(await reasonOf(expired.key)).toBe('redemption.expired')
    expect(await reasonOf(deleted.key)).toBe('redemption.unknown')
    expect(await reasonOf('0'.repeat(32))).toBe('redemption.unknown')
    for (const bad of ['', '   ', 'x'.repeat(201)]) {
      expect(await reasonOf(bad)).toBe('request.invalid')
    }
    expect(await reasonOf("' or 1=1 --")).toBe('redemption.unknown')
    expect(await balanceOf(user)).toBe(0)
  })

  test('a code without a value is used up and moves nothing', async () => {
    const user = await product.user({ name: 'nothing' })
    const { key } = await createOne('nothing', 0)
    expect(await redeem(user, key)).toBe(0)
    expect((await refusal(redeem(user, key))).code).toBe('redemption.used')
  })

  test('a credit that no balance can hold leaves the code as it was', async () => {
    const user = await product.user({ name: 'rich', balance: 10 })
    const { key, id } = await createOne('huge', Number.MAX_SAFE_INTEGER)
    expect((await refusal(redeem(user, key))).code).toBe('quota.too-large')
    expect(await root.client.getRedemption({ params: { id } })).toMatchObject({ status: 1 })
    expect(await balanceOf(user)).toBe(10)
  })

  test('guessing has to wait, and a right code does not count', async () => {
    await using strict = await openProduct({
      attemptLimits: { ...defaultAttemptLimits, ofName: 3, ofAddress: 1_000 },
    })
    const owner = await strict.root()
    const user = await strict.user({ name: 'guesser' })
    const keys = await owner.client.createRedemptions({ body: { name: 'a', quota: 1, count: 5 } })
    for (const key of keys) await redeem(user, key)
    const codes: string[] = []
    for (let number = 0; number < 8; number += 1) {
      codes.push((await refusal(redeem(user, `${number}`.repeat(32)))).code)
    }
    expect(codes.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => 'redemption.unknown'))
    expect(codes).toContain('auth.too-many-attempts')
  })
})

describe('administrators', () => {
  test('make a batch, find a code by its text, and take the batch out again', async () => {
    const keys = await create({ name: 'campaign', quota: 5, count: 250 })
    expect(new Set(keys).size).toBe(250)
    const key = keys[100] ?? ''
    const found = await root.client.listRedemptions({ query: { keyword: key } })
    expect(found.total_count).toBe(1)
    const id = found.data[0]?.id ?? 0
    expect(JSON.stringify(found)).not.toContain(key)
    const partly = await root.client.listRedemptions({ query: { keyword: key.slice(0, 20) } })
    expect(partly.total_count).toBe(0)
    expect(await root.client.revealRedemption({ params: { id } })).toEqual({ key })
    expect(await root.client.revealRedemptionBatch({ params: { id } })).toEqual({
      name: 'campaign',
      keys,
    })
    const { db } = product.server.stores
    const row = await db
      .selectFrom('redemptions')
      .selectAll()
      .where('id', '=', BigInt(id))
      .executeTakeFirstOrThrow()
    expect(Object.values(row).join(' ')).not.toContain(key)
  })

  test('a code that cannot be decrypted is refused alone, and the rest of its batch is there', async () => {
    const keys = await create({ name: 'damaged', quota: 5, count: 3 })
    const { data } = await root.client.listRedemptions({ query: { keyword: keys[1] ?? '' } })
    const { id = 0 } = data[0] ?? {}
    await product.server.stores.db
      .updateTable('redemptions')
      .set({ key_sealed: 'v1:00000000:AAAA:AAAA' })
      .where('id', '=', BigInt(id))
      .execute()
    const params = { id }
    const alone = await refusal(root.client.revealRedemption({ params }))
    expect(alone.code).toBe('server.unreadable-secret')
    const batch = await root.client.revealRedemptionBatch({ params })
    expect(batch.keys).toEqual([keys[0], keys[2]])
  })

  test('cannot make what makes no sense', async () => {
    const faults = async (body: object) =>
      Object.keys((await refusal(create({ name: 'x', quota: 1, ...body }))).fields ?? {})
    expect(await faults({ name: ' ' })).toEqual(['name'])
    expect(await faults({ quota: -1 })).toEqual(['quota'])
    expect(await faults({ quota: 0.5 })).toEqual(['quota'])
    expect(await faults({ count: 0 })).toEqual(['count'])
    expect(await faults({ count: 1_001 })).toEqual(['count'])
    expect(await faults({ expired_time: 1 })).toEqual(['expired_time'])
  })

  test('change a code until it is redeemed, and never after', async () => {
    const user = await product.user({ name: 'changed' })
    const { key, id } = await createOne('before', 10)
    const change = (body: object) =>
      root.client.updateRedemption({ query: {}, body: { id, ...body } })
    expect(await change({ name: 'after', quota: 20 })).toMatchObject({ name: 'after', quota: 20 })
    expect(await redeem(user, key)).toBe(20)
    expect((await refusal(change({ quota: 30 }))).code).toBe('redemption.used')
    expect((await refusal(change({ status: 1 }))).code).toBe('redemption.used')
    const bulk = { select: { ids: [id] }, change: { status: 2 as const } }
    expect(await root.client.changeRedemptions({ body: bulk })).toMatchObject({
      changed: 0,
      skipped: 1,
    })
  })

  test('an undo does not bring a redeemed code back', async () => {
    const user = await product.user({ name: 'undone' })
    const { key, id } = await createOne('switched', 10)
    const set = (status: 1 | 2) =>
      root.client.changeRedemptions({ body: { select: { ids: [id] }, change: { status } } })
    await set(2)
    const { undo } = await set(1)
    await redeem(user, key)
    await root.client.undoChange({ params: { id: undo ?? '' } }).catch(() => null)
    expect(await root.client.getRedemption({ params: { id } })).toMatchObject({ status: 3 })
    expect((await refusal(redeem(user, key))).code).toBe('redemption.used')
  })

  test('enabling again by a race with a redemption credits nothing twice', async () => {
    const user = await product.user({ name: 'reset' })
    const { key, id } = await createOne('reset', 10)
    await redeem(user, key)
    const { db } = product.server.stores
    await db
      .updateTable('redemptions')
      .set({ redeemed_at: null })
      .where('id', '=', BigInt(id))
      .execute()
    // Even a row that was put back by hand: the ledger credits a code once.
    await refusal(redeem(user, key))
    expect(await balanceOf(user)).toBe(10)
  })

  test('filter by state', async () => {
    const names = async (status: number) =>
      (await root.client.listRedemptions({ query: { status, size: 100, order: 'name' } })).data.map(
        ({ name }) => name,
      )
    expect(await names(3)).toContain('after')
    expect(await names(2)).toContain('disabled')
    expect(await names(4)).toEqual(['expired'])
    expect(await names(1)).not.toContain('after')
  })
})
