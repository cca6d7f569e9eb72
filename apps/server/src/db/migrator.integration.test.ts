import { lstat, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '@posthouse/testkit/database'
import { backUp } from './backup.ts'
import { openDatabase } from './connection.ts'
import { migrate, migrations, SchemaTooNew, versionOf } from './migrator.ts'
import type { Migration } from './migrator.ts'

const newest = migrations.at(-1)?.number ?? 0
const next = String(newest + 1).padStart(4, '0')
const all = migrations.map(({ number, name }) => `${String(number).padStart(4, '0')}-${name}`)

const more: Migration = {
  number: newest + 1,
  name: 'more',
  up: async (database) => {
    await database.schema.createTable('more').addColumn('id', 'bigint').execute()
  },
}
const broken: Migration = {
  number: newest + 1,
  name: 'broken',
  up: async (database) => {
    await more.up(database, 'sqlite')
    throw new Error('half way')
  },
}

describe('migrate', () => {
  test('once; again changes nothing', async () => {
    await using here = await testDatabase({ migrated: false })
    expect(await migrate(here.database)).toEqual({ applied: all, copy: null })
    expect(await migrate(here.database)).toEqual({ applied: [], copy: null })
    expect(await versionOf(here.database.kysely, here.dialect)).toBe(newest)
  })

  test('keeps a copy of a SQLite file first', async () => {
    await using here = await testDatabase()
    const { kysely, file } = here.database
    await kysely.insertInto('options').values({ key: 'kept', value: '', updated_at: 1n }).execute()
    const { applied, copy } = await migrate(here.database, [...migrations, more])
    expect(applied).toEqual([`${next}-more`])
    expect(copy).toBe(file === null ? null : `${file}.before-${newest + 1}`)
    if (copy === null) return
    const old = await openDatabase({ url: copy })
    expect(await versionOf(old.kysely, 'sqlite')).toBe(newest)
    expect(await old.kysely.selectFrom('options').select('key').execute()).toEqual([
      { key: 'kept' },
    ])
    await old.close()
  })

  test('is all or nothing', async () => {
    await using here = await testDatabase()
    await expect(migrate(here.database, [...migrations, broken])).rejects.toThrow('half way')
    expect(await versionOf(here.database.kysely, here.dialect)).toBe(newest)
    expect(await migrate(here.database, [...migrations, more])).toMatchObject({
      applied: [`${next}-more`],
    })
  })

  test('0002: rows of the version before have a version to compare', async () => {
    await using here = await testDatabase({ migrated: false })
    await migrate(here.database, migrations.slice(0, 1))
    const { kysely } = here.database
    await sql`insert into channels (name) values ('old')`.execute(kysely)
    await migrate(here.database)
    const rows = await kysely.selectFrom('channels').select(['name', 'version']).execute()
    expect(rows).toEqual([{ name: 'old', version: 0n }])
  })

  test('0018: answers of the version before are counted by their length', async () => {
    await using here = await testDatabase({ migrated: false })
    await migrate(here.database, migrations.slice(0, 17))
    const { kysely } = here.database
    const hour = BigInt(Math.floor(Date.now() / 3_600_000))
    const at = hour * 3_600_000n
    await sql`insert into usage_log (type, created_at, user_id, channel_id, model, duration_ms, first_content_ms)
      values (2, ${at}, 1, 3, 'a', 1000, 30), (2, ${at + 1n}, 2, 3, 'a', 1001, null),
        (5, ${at + 2n}, 2, 3, 'a', 9, 9), (2, ${at - 32n * 24n * 3_600_000n}, 2, 3, 'a', 9, 9)`.execute(
      kysely,
    )
    await migrate(here.database)
    const rows = await kysely
      .selectFrom('latency_rollup')
      .selectAll()
      .orderBy('scope')
      .orderBy('scope_id')
      .orderBy('up_to_ms')
      .execute()
    const key = { hour, model: 'a', node: '' }
    const channel = { ...key, scope: 'channel', scope_id: 3n }
    const user = { ...key, scope: 'user' }
    expect(rows).toEqual([
      { ...channel, up_to_ms: 32n, durations: 0n, first_contents: 1n },
      { ...channel, up_to_ms: 1_024n, durations: 2n, first_contents: 0n },
      { ...user, scope_id: 1n, up_to_ms: 32n, durations: 0n, first_contents: 1n },
      { ...user, scope_id: 1n, up_to_ms: 1_024n, durations: 1n, first_contents: 0n },
      { ...user, scope_id: 2n, up_to_ms: 1_024n, durations: 1n, first_contents: 0n },
    ])
  })

  test('0019: failed attempts of the version before are counted', async () => {
    await using here = await testDatabase({ migrated: false })
    await migrate(here.database, migrations.slice(0, 18))
    const { kysely } = here.database
    await sql`insert into attempts (channel_id, started_at, failure)
      values (3, 7200000, 'timeout'), (3, 7200001, 'timeout'), (3, 7200002, ''),
        (3, 7200003, 'client-left')`.execute(kysely)
    await migrate(here.database)
    expect(await kysely.selectFrom('failure_rollup').selectAll().execute()).toEqual([
      { channel_id: 3n, hour: 2n, failure: 'timeout', node: '', attempts: 2n },
    ])
  })

  test('0021: what calls of the version before used is counted by meter, in either form', async () => {
    await using here = await testDatabase({ migrated: false })
    await migrate(here.database, migrations.slice(0, 20))
    const { kysely } = here.database
    const hour = BigInt(Math.floor(Date.now() / 3_600_000))
    const at = hour * 3_600_000n
    const list = JSON.stringify([
      { meter: 'cache_read', amount: 5 },
      { meter: 'cache_read', amount: 2, attributes: { kind: 'long' } },
      { meter: 'call', amount: 1 },
    ])
    await sql`insert into usage_log (type, created_at, user_id, channel_id, model, usage)
      values (2, ${at}, 1, 3, 'a', ${list}), (2, ${at}, 1, 3, 'a', '{"cache_read":10}'),
        (2, ${at}, 1, 3, 'a', '{}'), (2, ${at}, 1, 3, 'a', 'text'), (3, ${at}, 1, 3, 'a', ${list}),
        (2, ${at - 32n * 24n * 3_600_000n}, 1, 3, 'a', ${list})`.execute(kysely)
    await migrate(here.database)
    const rows = await kysely.selectFrom('meter_rollup').selectAll().orderBy('scope').execute()
    const kept = { hour, model: 'a', meter: 'cache_read', node: '', amount: 17n }
    expect(rows).toEqual([
      { scope: 'channel', scope_id: 3n, ...kept },
      { scope: 'user', scope_id: 1n, ...kept },
    ])
  })

  test('nodes that start together migrate once', async () => {
    await using here = await testDatabase({ migrated: false })
    const reports = await Promise.all([1, 2, 3].map(() => migrate(here.database)))
    expect(reports.flatMap(({ applied }) => applied)).toEqual(all)
  })

  test('code older than the schema refuses to start', async () => {
    await using here = await testDatabase()
    await migrate(here.database, [...migrations, more])
    await expect(migrate(here.database)).rejects.toThrow(SchemaTooNew)
  })
})

describe('backup', () => {
  test('is a whole database under its final name', async () => {
    await using here = await testDatabase()
    const target = join(here.folder, 'backup.db')
    await here.database.kysely
      .insertInto('options')
      .values({ key: 'saved', value: '', updated_at: 1n })
      .execute()
    if (here.dialect === 'postgres') {
      await expect(backUp(here.database, target)).rejects.toThrow('pg_dump')
      return
    }
    await backUp(here.database, target)
    await expect(stat(`${target}.unfinished`)).rejects.toThrow('ENOENT')
    const copy = await openDatabase({ url: `file:${target}` })
    expect(await copy.kysely.selectFrom('options').select('key').execute()).toEqual([
      { key: 'saved' },
    ])
    await copy.close()
  })

  test('replaces nothing of which it cannot see what it is', async () => {
    await using here = await testDatabase()
    if (here.dialect === 'postgres') return
    const target = join(here.folder, 'round')
    await symlink(target, target)
    await expect(backUp(here.database, target)).rejects.toThrow('ELOOP')
    expect((await lstat(target)).isSymbolicLink()).toBe(true)
  })
})
