import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { grant } from '@posthouse/testkit/ledger-commands'
import { isUnavailable, isUniqueViolation } from './database-error.ts'
import { BesideTransaction, transactionDeadlineMs, TransactionOver } from './transactions.ts'

let here: TestDatabase
beforeAll(async () => {
  here = await testDatabase()
})
afterAll(() => here.close())

const option = (key: string, updated_at: bigint | number = 1n) => ({
  key,
  value: `value of ${key}`,
  updated_at: BigInt(updated_at),
})
const put = (key: string, updatedAt?: bigint) =>
  here.database.kysely.insertInto('options').values(option(key, updatedAt)).execute()
const find = (key: string) =>
  here.database.kysely.selectFrom('options').selectAll().where('key', '=', key).executeTakeFirst()

describe('integers', () => {
  test('are 64 bits and come back as bigint', async () => {
    for (const value of [0n, -1n, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n]) {
      await put(`integer ${value}`, value)
      expect(await find(`integer ${value}`)).toMatchObject({ updated_at: value })
    }
  })

  test('counts and sums are bigint too, and numbers stay whole', async () => {
    await put('count', 9_007_199_254_740_993n)
    const { kysely } = here.database
    const row = await kysely
      .selectFrom('options')
      .select((of) => [
        of.fn.countAll<bigint>().as('count'),
        of.fn.sum<bigint>('updated_at').as('sum'),
      ])
      .where('key', '=', 'count')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ count: 1n, sum: 9_007_199_254_740_993n })
    await kysely
      .updateTable('options')
      .set((of) => ({ updated_at: of('updated_at', '+', sql.val<bigint>(2 as never)) }))
      .where('key', '=', 'count')
      .execute()
    expect(await find('count')).toMatchObject({ updated_at: 9_007_199_254_740_995n })
  })

  test('new rows say their id, and how many changed is known', async () => {
    const { kysely } = here.database
    const user = {
      username: 'someone',
      display_name: '',
      password: '',
      role: 1n,
      status: 1n,
      group: '',
      created_at: 1n,
    }
    const { id } = await kysely
      .insertInto('users')
      .values(user)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(id).toBe(1n)
    const changed = await kysely
      .updateTable('users')
      .set({ role: 10n })
      .where('id', '=', id)
      .executeTakeFirst()
    expect(changed.numUpdatedRows).toBe(1n)
  })
})

describe('transactions', () => {
  test('commit together', async () => {
    await here.database.kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('options').values(option('both 1')).execute()
      await transaction.insertInto('options').values(option('both 2')).execute()
    })
    expect(await find('both 1')).toBeDefined()
    expect(await find('both 2')).toBeDefined()
  })

  test('roll back together, and the next one works', async () => {
    const failing = here.database.kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('options').values(option('neither')).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await find('neither')).toBeUndefined()
    await put('afterwards')
  })

  test('do not see each other, and readers do not wait for them', async () => {
    const { kysely } = here.database
    await kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('options').values(option('unseen')).execute()
      expect(await find('unseen')).toBeUndefined()
      const inside = transaction.selectFrom('options').selectAll().where('key', '=', 'unseen')
      expect(await inside.executeTakeFirst()).toBeDefined()
    })
    expect(await find('unseen')).toBeDefined()
  })

  test('many at once lose no update', async () => {
    const { kysely } = here.database
    await kysely.insertInto('revisions').values({ name: 'many', revision: 0n }).execute()
    const one = () =>
      kysely.transaction().execute(async (transaction) => {
        const lock = transaction
          .selectFrom('revisions')
          .select('revision')
          .where('name', '=', 'many')
        const { revision } = await (
          here.dialect === 'postgres' ? lock.forUpdate() : lock
        ).executeTakeFirstOrThrow()
        await transaction
          .updateTable('revisions')
          .set({ revision: revision + 1n })
          .where('name', '=', 'many')
          .execute()
      })
    await Promise.all(Array.from({ length: 40 }, one))
    const row = await kysely
      .selectFrom('revisions')
      .select('revision')
      .where('name', '=', 'many')
      .executeTakeFirst()
    expect(row).toEqual({ revision: 40n })
  })
})

describe('beside one’s own transaction', () => {
  test('a write, a second transaction and a command of the ledger are refused at once', async () => {
    const ledger = await here.database.ledger({ journalPath: null })
    const { kysely } = here.database
    const attempts = [
      () => put('beside'),
      () => kysely.transaction().execute(() => Promise.resolve()),
      () => ledger.writer.submit(grant(1, 'beside')),
    ]
    for (const attempt of attempts) {
      const outer = kysely.transaction().execute(async (transaction) => {
        await transaction.insertInto('options').values(option('inside')).execute()
        await attempt()
      })
      await expect(outer).rejects.toThrow(BesideTransaction)
    }
    expect(await find('inside')).toBeUndefined()
    expect(await find('beside')).toBeUndefined()
    await put('after them')
  })

  test('what was begun inside may write once it is over', async () => {
    const begun = Promise.withResolvers<void>()
    let later: Promise<unknown> | undefined
    await here.database.kysely.transaction().execute(async () => {
      later = begun.promise.then(() => put('begun inside'))
      await Promise.resolve()
    })
    begun.resolve()
    await later
    expect(await find('begun inside')).toBeDefined()
  })

  test('a transaction that does not end is rolled back, and others go on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const inserted = Promise.withResolvers<void>()
      const endless = here.database.kysely.transaction().execute(async (transaction) => {
        await transaction.insertInto('options').values(option('endless')).execute()
        inserted.resolve()
        await new Promise(() => undefined)
      })
      const failed = expect(endless).rejects.toThrow('rolled back after 30 seconds')
      await inserted.promise
      vi.advanceTimersByTime(transactionDeadlineMs)
      await failed
    } finally {
      vi.useRealTimers()
    }
    expect(await find('endless')).toBeUndefined()
    await put('after the endless one')
  })

  test('that was given up writes nothing more while it is rolled back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const paused = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const told: unknown[] = []
    try {
      const late = here.database.kysely.transaction().execute(async (transaction) => {
        const write = (key: string) =>
          transaction
            .insertInto('options')
            .values(option(key))
            .execute()
            .catch((error: unknown) => told.push(error))
        await write('before the pause')
        begun.resolve()
        await paused.promise
        await write('after the pause')
      })
      const failed = expect(late).rejects.toThrow('rolled back after 30 seconds')
      await begun.promise
      vi.advanceTimersByTime(transactionDeadlineMs)
      // The rollback is on its way, and has no answer yet.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
      paused.resolve()
      await failed
    } finally {
      vi.useRealTimers()
    }
    expect(told).toEqual([expect.any(TransactionOver)])
    expect(await find('before the pause')).toBeUndefined()
    expect(await find('after the pause')).toBeUndefined()
  })
})

describe('errors', () => {
  test('a unique violation is recognised', async () => {
    await put('twice')
    const error = await put('twice').catch((reason: unknown) => reason)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUnavailable(error)).toBe(false)
  })

  test('another violation is not taken for it', async () => {
    const orphan = {
      id: 'x',
      user_id: 99n,
      created_at: 1n,
      seen_at: 1n,
      expires_at: 1n,
      authenticated_at: 1n,
      ip: '',
      user_agent: '',
    }
    const error = await here.database.kysely
      .insertInto('sessions')
      .values(orphan)
      .execute()
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(isUniqueViolation(error)).toBe(false)
  })

  test('a closed database is unavailable', async () => {
    const other = await testDatabase()
    if (other.dialect === 'sqlite') {
      const { kysely } = other.database
      await other.close()
      const error = await sql`select 1`.execute(kysely).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Error)
    } else await other.close()
  })
})

test('statements are counted, those of a ledger batch too', async () => {
  const { database, folder } = here
  const before = database.queries()
  await find('nothing')
  expect(database.queries()).toBe(before + 1)

  const { writer } = await database.ledger({ journalPath: join(folder, 'journal') })
  await writer.submit(grant(1, 'counted'))
  // At least: begin, lock, look for the operation, balance, operation, transfer, commit.
  expect(database.queries()).toBeGreaterThanOrEqual(before + 7)
  const commits = writer.stats().commits
  expect(commits).toBe(1)
})
