import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@posthouse/server/db/connection'
import type { Database, DatabaseDialect } from '@posthouse/server/db/connection'
import { makeSchema } from '@posthouse/server/db/make-schema'
import { createPostgres } from './postgres-databases.ts'

/** A fresh database with our schema, for one test or suite. Dispose of it or close it when done. */
export type TestDatabase = AsyncDisposable & {
  readonly database: Database
  readonly dialect: DatabaseDialect
  readonly url: string
  /** A temporary folder for journals and copies. */
  readonly folder: string
  readonly close: () => Promise<void>
}

export function testDialect(): DatabaseDialect {
  const wanted = process.env['POSTHOUSE_TEST_DATABASE'] ?? 'sqlite'
  if (wanted !== 'sqlite' && wanted !== 'postgres') {
    throw new Error(`POSTHOUSE_TEST_DATABASE is ${wanted}, not sqlite or postgres`)
  }
  return wanted
}

export async function testDatabase(
  options: { readonly empty?: boolean } = {},
): Promise<TestDatabase> {
  const dialect = testDialect()
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-test-'))
  const place = await testUrl(folder, options)
  const database = await openDatabase({ url: place.url, poolMost: 4 })
  if (options.empty !== true) await makeSchema(database)
  const close = async (): Promise<void> => {
    await database.close()
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, dialect, url: place.url, folder, close, [Symbol.asyncDispose]: close }
}

/**
 * The address of a fresh database that is not open yet, and a function that removes it. On PostgreSQL it has our schema
 * unless `empty` is set: copying a template is faster than running the statements.
 */
export const testUrl = async (folder: string, { empty = false } = {}): Promise<Place> =>
  testDialect() === 'sqlite' ? sqliteAt(folder) : await createPostgres(empty)

type Place = { readonly url: string; readonly remove: () => Promise<void> }

const sqliteAt = (folder: string): Place => ({
  url: `sqlite:${join(folder, 'test.db')}`,
  remove: async () => {},
})
