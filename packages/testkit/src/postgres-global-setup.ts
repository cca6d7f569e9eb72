import { startPostgres } from './postgres-server.ts'

/** Vitest calls it once a run: a PostgreSQL server of our own for all database suites. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres()
  process.env['POSTHOUSE_TEST_POSTGRES_URL'] = server.url
  return () => server.remove()
}
