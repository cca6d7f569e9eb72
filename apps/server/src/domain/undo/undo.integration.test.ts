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

const db = () => product.server.stores.db

async function makeChannels(tag: string, count: number): Promise<number[]> {
  const rows = await db()
    .insertInto('channels')
    .values(
      Array.from({ length: count }, (_, place) => ({
        ...bareChannel,
        name: `${tag} ${place}`,
        tag,
        priority: BigInt(place % 7),
        status: place % 3 === 0 ? 3n : 1n,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => Number(id))
}

const bareChannel = {
  type: 8n,
  groups: 'default',
  models: 'm',
  base_url: 'http://x.example',
  other: '',
  proxy: '',
  test_model: '',
  model_mapping: '{"m":"n"}',
  model_headers: '',
  custom_parameter: '',
  plugin: '',
  only_chat: 0n,
  pre_cost: 1n,
  weight: 3n,
  cost_prices: '',
  response_time: 0n,
  tested_at: null,
  test_failure: '',
  balance_micros: null,
  balance_at: null,
  balance_currency: '',
  created_at: 1n,
  updated_at: 1n,
  deleted_at: null,
}

/** Everything of these channels but what counts writes. */
async function channelsAs(ids: readonly number[]) {
  const rows = await db()
    .selectFrom('channels')
    .selectAll()
    .where('id', 'in', ids.map(BigInt))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, version: 0n, updated_at: 0n }))
}

describe('a bulk change of channels', () => {
  test('changes what was ticked, in that alone, and goes back exactly', async () => {
    const ids = await makeChannels('ticked', 12)
    const before = await channelsAs(ids)
    const change = { status: 2 as const, priority: 5, group: ['default', 'vip'], tag: 'new' }
    const { changed, undo } = await root.client.changeChannels({
      body: { select: { ids }, change },
    })
    expect(changed).toBe(12)
    const after = await channelsAs(ids)
    expect(after).toEqual(
      before.map((row) => ({
        ...row,
        status: 2n,
        priority: 5n,
        groups: 'default,vip',
        tag: 'new',
      })),
    )
    expect(await root.client.undoChange({ params: { id: undo ?? '' } })).toEqual({ restored: 12 })
    expect(await channelsAs(ids)).toEqual(before)
  })

  test('routing sees the change and the undo at once', async () => {
    const { id } = await root.client.createChannel({
      body: {
        type: 8,
        name: 'seen',
        group: ['default'],
        models: ['only-in-bulk'],
        key: 'k-0123456789',
        base_url: 'http://127.0.0.1:1',
      },
    })
    const models = async () =>
      (await root.client.listOwnModels({ query: {} })).map((model) => model.id)
    expect(await models()).toContain('only-in-bulk')
    const { undo } = await root.client.changeChannels({
      body: { select: { ids: [id] }, change: { status: 2 } },
    })
    expect(await models()).not.toContain('only-in-bulk')
    await root.client.undoChange({ params: { id: undo ?? '' } })
    expect(await models()).toContain('only-in-bulk')
    await root.client.deleteChannels({ body: { select: { ids: [id] } } })
    expect(await models()).not.toContain('only-in-bulk')
  })

  test('rows that are as asked already are left alone', async () => {
    const ids = await makeChannels('same', 6)
    const { changed, undo } = await root.client.changeChannels({
      body: { select: { ids }, change: { status: 1 } },
    })
    expect(changed).toBe(2)
    expect(undo).not.toBeNull()
    expect(
      await root.client.changeChannels({ body: { select: { ids }, change: { status: 1 } } }),
    ).toEqual({ changed: 0, undo: null })
  })

  test('takes everything that a filter finds, if it is as many as the person saw', async () => {
    await makeChannels('filtered', 250)
    const select = { filter: { tag: 'filtered', status: 1 }, expected: 250 }
    const error = await refusal(
      root.client.changeChannels({ body: { select, change: { weight: 9 } } }),
    )
    expect(error.code).toBe('bulk.count-changed')
    expect(error.details).toMatchObject({ expected: 250, found: 166 })
    const before = product.server.stores.database.queries()
    const { changed, undo } = await root.client.changeChannels({
      body: { select: { ...select, expected: 166 }, change: { weight: 9 } },
    })
    expect(changed).toBe(166)
    // However many rows: one statement finds them, one changes them.
    expect(product.server.stores.database.queries() - before).toBeLessThan(30)
    const middle = product.server.stores.database.queries()
    await root.client.undoChange({ params: { id: undo ?? '' } })
    expect(product.server.stores.database.queries() - middle).toBeLessThan(30)
    const { total_count } = await root.client.listChannels({ query: { tag: 'filtered' } })
    expect(total_count).toBe(250)
    const { deleted } = await root.client.deleteChannels({
      body: { select: { filter: { tag: 'filtered' }, expected: 250 } },
    })
    expect(deleted).toBe(250)
  })

  test('more than 5 000 are refused, and up to there are put back', async () => {
    for (let part = 0; part < 5; part++) await makeChannels('crowd', 1_000)
    const change = { status: 2 as const, priority: 99, weight: 2, tag: 'crowd', group: ['vip'] }
    const select = { filter: { tag: 'crowd' }, expected: 5_000 }
    const { changed, undo } = await root.client.changeChannels({ body: { select, change } })
    expect(changed).toBe(5_000)
    expect(await root.client.undoChange({ params: { id: undo ?? '' } })).toEqual({
      restored: 5_000,
    })
    await makeChannels('crowd', 1)
    const error = await refusal(
      root.client.deleteChannels({ body: { select: { ...select, expected: 5_001 } } }),
    )
    expect(error.code).toBe('bulk.too-many')
    await db().deleteFrom('channels').where('tag', '=', 'crowd').execute()
  })

  test('an unknown field of a filter is refused: it would find everything', async () => {
    const response = await root.fetch('/api/channel/bulk_delete', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ select: { filter: { tags: 'x' }, expected: 1 } }),
    })
    expect(await response.json()).toMatchObject({ success: false, code: 'request.invalid' })
  })
})

describe('undo', () => {
  const disable = async (ids: number[]): Promise<string> => {
    const { undo } = await root.client.changeChannels({
      body: { select: { ids }, change: { status: 2 } },
    })
    return undo ?? expect.fail('nothing was changed')
  }
  const codeOf = async (by: Browser, id: string): Promise<string> =>
    (await refusal(by.client.undoChange({ params: { id } }))).code

  test('works once, also for two that ask together', async () => {
    const id = await disable(await makeChannels('once', 3))
    const both = await Promise.allSettled([
      root.client.undoChange({ params: { id } }),
      root.client.undoChange({ params: { id } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await codeOf(root, id)).toBe('undo.gone')
  })

  test('is for whoever made the change, as long as they may make it', async () => {
    const admin = await product.user({ name: 'undoer', role: 10 })
    const ids = await makeChannels('whose', 2)
    const { undo } = await admin.client.changeChannels({
      body: { select: { ids }, change: { status: 2 } },
    })
    const id = undo ?? ''
    expect(await codeOf(root, id)).toBe('undo.gone')
    await db().updateTable('users').set({ role: 1n }).where('id', '=', admin.id).execute()
    expect(await codeOf(admin, id)).toBe('undo.gone')
    await db().updateTable('users').set({ role: 10n }).where('id', '=', admin.id).execute()
    expect(await admin.client.undoChange({ params: { id } })).toEqual({ restored: 2 })
  })

  test('is refused, whole, when one of the rows has changed since', async () => {
    const [first = 0, second = 0] = await makeChannels('touched', 2)
    const id = await disable([first, second])
    await root.client.updateChannel({ body: { id: second, name: 'renamed meanwhile' } })
    expect(await codeOf(root, id)).toBe('undo.changed')
    const rows = await channelsAs([first, second])
    expect(rows.map(({ status }) => status)).toEqual([2n, 2n])
  })

  test('is refused when one of the rows is gone', async () => {
    const ids = await makeChannels('gone', 2)
    const id = await disable(ids)
    await root.client.deleteChannel({ params: { id: ids[1] ?? 0 } })
    expect(await codeOf(root, id)).toBe('undo.changed')
  })

  test('a test of a channel is no change of it', async () => {
    const ids = await makeChannels('tested', 1)
    const id = await disable(ids)
    await product.server.stores.channels.recordTest(BigInt(ids[0] ?? 0), {
      milliseconds: 5,
      failure: '',
      at: Date.now(),
    })
    expect(await root.client.undoChange({ params: { id } })).toEqual({ restored: 1 })
  })

  test('is over after ten minutes, and the next change sweeps it', async () => {
    const id = await disable(await makeChannels('late', 1))
    await db()
      .updateTable('undo_entries')
      .set({ expires_at: BigInt(Date.now()) })
      .where('id', '=', id)
      .execute()
    expect(await codeOf(root, id)).toBe('undo.gone')
    await disable(await makeChannels('later', 1))
    const left = await db().selectFrom('undo_entries').where('id', '=', id).selectAll().execute()
    expect(left).toEqual([])
  })

  test('somebody has ten at most, the newest', async () => {
    const ids: string[] = []
    for (let count = 0; count < 11; count++) ids.push(await disable(await makeChannels('many', 1)))
    expect(await codeOf(root, ids[0] ?? '')).toBe('undo.gone')
    expect(await root.client.undoChange({ params: { id: ids[10] ?? '' } })).toEqual({ restored: 1 })
  })
})

describe('a bulk change of tokens', () => {
  const makeTokens = async (by: Browser, inputs: readonly object[]): Promise<number[]> => {
    const made: number[] = []
    for (const [place, input] of inputs.entries()) {
      const body = { name: `t ${place}`, unlimited_quota: true, ...input }
      made.push((await by.client.createToken({ body })).id)
    }
    return made
  }
  const asks = async (key: string): Promise<number> => {
    const response = await fetch(`${product.address}/v1/models`, {
      headers: { authorization: `Bearer ${key}` },
    })
    await response.text()
    return response.status
  }

  test('stops keys at once, and undo lets them work again at once', async () => {
    const { key, id } = await root.client.createToken({
      body: { name: 'live', unlimited_quota: true },
    })
    expect(await asks(key)).toBe(200)
    const answer = await root.client.changeTokens({
      body: { select: { ids: [id] }, change: { status: 2 } },
    })
    expect(answer).toMatchObject({ changed: 1, skipped: 0 })
    expect(await asks(key)).toBe(401)
    await root.client.undoChange({ params: { id: answer.undo ?? '' } })
    expect(await asks(key)).toBe(200)
    expect(await root.client.deleteTokens({ body: { select: { ids: [id] } } })).toEqual({
      deleted: 1,
    })
    expect(await asks(key)).toBe(401)
  })

  test('skips what has expired or is used up when it enables', async () => {
    const user = await product.user({ name: 'skipper' })
    const [good = 0, spent = 0, old = 0] = await makeTokens(user, [
      {},
      { unlimited_quota: false, remain_quota: 0 },
      {},
    ])
    await db().updateTable('tokens').set({ expires_at: 1n }).where('id', '=', BigInt(old)).execute()
    const ids = [good, spent, old]
    expect(
      await user.client.changeTokens({ body: { select: { ids }, change: { status: 2 } } }),
    ).toMatchObject({ changed: 3, skipped: 0 })
    expect(
      await user.client.changeTokens({ body: { select: { ids }, change: { status: 1 } } }),
    ).toMatchObject({ changed: 1, skipped: 2 })
  })

  test('finds nothing of another person’s, by id, by filter or by undo', async () => {
    const owner = await product.user({ name: 'owner' })
    const ids = await makeTokens(owner, [{}, {}])
    const thief = await product.user({ name: 'thief' })
    const change = { status: 2 as const }
    expect(await thief.client.changeTokens({ body: { select: { ids }, change } })).toEqual({
      changed: 0,
      skipped: 0,
      undo: null,
    })
    expect(await thief.client.deleteTokens({ body: { select: { ids } } })).toEqual({ deleted: 0 })
    expect(
      await thief.client.deleteTokens({ body: { select: { filter: {}, expected: 0 } } }),
    ).toEqual({ deleted: 0 })
    const { undo } = await owner.client.changeTokens({
      body: { select: { filter: { keyword: 't' }, expected: 2 }, change },
    })
    expect((await refusal(thief.client.undoChange({ params: { id: undo ?? '' } }))).code).toBe(
      'undo.gone',
    )
    expect(await owner.client.undoChange({ params: { id: undo ?? '' } })).toEqual({ restored: 2 })
  })

  test('the playground’s own token is in no selection', async () => {
    const user = await product.user({ name: 'player' })
    await product.server.stores.db
      .updateTable('tokens')
      .set({ hidden: 1n })
      .where('id', 'in', (await makeTokens(user, [{}])).map(BigInt))
      .execute()
    expect(
      await user.client.deleteTokens({ body: { select: { filter: {}, expected: 0 } } }),
    ).toEqual({ deleted: 0 })
  })

  test('undo is refused after a key was rotated or a token renamed', async () => {
    const ids = await makeTokens(root, [{}])
    const { undo } = await root.client.changeTokens({
      body: { select: { ids }, change: { status: 2 } },
    })
    await root.client.updateToken({ query: {}, body: { id: ids[0] ?? 0, name: 'other' } })
    expect((await refusal(root.client.undoChange({ params: { id: undo ?? '' } }))).code).toBe(
      'undo.changed',
    )
  })
})

describe('a change of one', () => {
  test('of a channel leaves everything that was not given as it is', async () => {
    const ids = await makeChannels('kept', 1)
    const [before] = await channelsAs(ids)
    await root.client.updateChannel({ body: { id: ids[0] ?? 0, status: 2 } })
    expect(await channelsAs(ids)).toEqual([{ ...before, status: 2n }])
  })

  test('of a token leaves quota, expiry and limits as they are', async () => {
    const later = Math.floor(Date.now() / 1_000) + 86_400
    const { id } = await root.client.createToken({
      body: {
        name: 'full',
        remain_quota: 700,
        expired_time: later,
        cache: true,
        cost_in_answer: true,
        limits: { models: ['m'], concurrency: 3 },
      },
    })
    await root.client.updateToken({ query: {}, body: { id, name: 'renamed' } })
    expect(await root.client.getToken({ params: { id } })).toMatchObject({
      name: 'renamed',
      remain_quota: 700,
      unlimited_quota: false,
      expired_time: later,
      cache: true,
      cost_in_answer: true,
      limits: { models: ['m'], concurrency: 3 },
    })
  })
})
