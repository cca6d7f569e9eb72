import { lstat, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '@posthouse/testkit/database'
import { backUp } from './backup.ts'
import { openDatabase } from './connection.ts'
import { makeSchema, OtherSchema, requireSchema } from './make-schema.ts'
import { schemaFingerprint } from './schema.ts'

describe('the schema', () => {
  test('is made once; again changes nothing', async () => {
    await using here = await testDatabase({ empty: true })
    await expect(requireSchema(here.database)).rejects.toThrow('Start the server once')
    expect(await makeSchema(here.database)).toBe(true)
    expect(await makeSchema(here.database)).toBe(false)
    await requireSchema(here.database)
    const made = await here.database.kysely.selectFrom('schema_made').selectAll().execute()
    expect(made).toMatchObject([{ fingerprint: schemaFingerprint(here.dialect) }])
  })

  test('is made whole, or not at all', async () => {
    await using here = await testDatabase({ empty: true })
    const { kysely } = here.database
    await sql`create table outbox (id text)`.execute(kysely)
    await expect(makeSchema(here.database)).rejects.toThrow('outbox')
    await sql`drop table outbox`.execute(kysely)
    expect(await makeSchema(here.database)).toBe(true)
  })

  test('is made by one of the nodes that start together', async () => {
    await using here = await testDatabase({ empty: true })
    const answers = await Promise.all([1, 2, 3].map(() => makeSchema(here.database)))
    expect(answers.filter((made) => made)).toEqual([true])
  })

  test('of other code, older or newer, is refused by name', async () => {
    await using here = await testDatabase()
    const { kysely } = here.database
    await kysely.updateTable('schema_made').set({ fingerprint: 'beef' }).execute()
    const why = `The database has schema beef; this version of Posthouse needs ${schemaFingerprint(here.dialect)}.`
    await expect(makeSchema(here.database)).rejects.toThrow(why)
    await expect(requireSchema(here.database)).rejects.toThrow(OtherSchema)
    await sql`drop table schema_made`.execute(kysely)
    await expect(makeSchema(here.database)).rejects.toThrow('The database has another schema;')
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
