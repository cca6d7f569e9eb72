import { openDatabase } from '@posthouse/server/db/connection'
import { makeSchema } from '@posthouse/server/db/make-schema'
import { administer, databaseAt, templateName } from './postgres-databases.ts'
import { startPostgres } from './postgres-server.ts'

/**
 * Vitest calls this once per run. It starts a PostgreSQL server for all database suites, or uses the one at
 * `POSTHOUSE_TEST_POSTGRES_URL`, whose user must be allowed to create databases.
 */
export async function setup(): Promise<() => Promise<void>> {
  const given = process.env['POSTHOUSE_TEST_POSTGRES_URL']
  if (given !== undefined) {
    await makeTemplate(given)
    return () => administer(given, `drop database ${templateName}`)
  }
  const server = await startPostgres()
  process.env['POSTHOUSE_TEST_POSTGRES_URL'] = server.url
  await makeTemplate(server.url)
  return () => server.remove()
}

/** Creates the database with our schema that test databases are copied from. */
async function makeTemplate(server: string): Promise<void> {
  await administer(server, `create database ${templateName}`)
  const database = await openDatabase({ url: databaseAt(server, templateName), poolMost: 1 })
  await makeSchema(database)
  await database.close()
}
