import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '@posthouse/server/db/connection'
import type { Database, DatabaseDialect } from '@posthouse/server/db/connection'
import { makeSchema } from '@posthouse/server/db/make-schema'

/** A fresh database with our schema for one test or suite. Dispose of it, or close it, when done. */
export type TestDatabase = AsyncDisposable & {
  readonly database: Database
  readonly dialect: DatabaseDialect
  readonly url: string
  /** A folder of its own, for journals and copies. */
  readonly folder: string
  readonly close: () => Promise<void>
}

/** Which database this run of the suites is for. */
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
  const place = await testUrl(folder)
  const database = await openDatabase({ url: place.url, poolMost: 4 })
  if (options.empty !== true) await makeSchema(database)
  const close = async (): Promise<void> => {
    await database.close()
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, dialect, url: place.url, folder, close, [Symbol.asyncDispose]: close }
}

/** The address of a fresh database that nobody has opened yet, and how to remove it. */
export const testUrl = async (folder: string): Promise<Place> =>
  testDialect() === 'sqlite' ? sqliteAt(folder) : await createPostgres()

type Place = { readonly url: string; readonly remove: () => Promise<void> }

const sqliteAt = (folder: string): Place => ({
  url: `sqlite:${join(folder, 'test.db')}`,
  remove: async () => {},
})

/** A missing server fails the suite: a PostgreSQL suite that is skipped would prove nothing. */
async function createPostgres(): Promise<Place> {
  const server = process.env['POSTHOUSE_TEST_POSTGRES_URL']
  if (server === undefined) {
    throw new Error('POSTHOUSE_TEST_POSTGRES_URL is missing: run the project named postgres')
  }
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    remove: () => administer(server, `drop database if exists ${name} with (force)`),
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
